S The cat sat at mat .
A 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0
A 4 4|||ArtOrDet|||the||a|||REQUIRED|||-NONE-|||0

S He have gone to home yesterday .
A 1 4|||Vform|||went|||REQUIRED|||-NONE-|||0
A 4 5|||Prep|||home|||REQUIRED|||-NONE-|||0
A 1 2|||SVA|||has|||REQUIRED|||-NONE-|||1
A 3 4|||Prep|||-NONE-|||REQUIRED|||-NONE-|||1

S Everything is fine .
A -1 -1|||noop|||-NONE-|||-NONE-|||-NONE-|||0

