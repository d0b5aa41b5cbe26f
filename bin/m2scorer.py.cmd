@echo off
py -3 "%~dp0conlleval" %*
