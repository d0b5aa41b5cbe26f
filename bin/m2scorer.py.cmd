@echo off
py -3 "%~dp0m2scorer" %*
