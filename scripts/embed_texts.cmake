# Makes a C file of texts: cmake -DOUT=… -DHEADER=… -DFILES=… -P embed_texts.cmake. Each file
# becomes a string with a NUL, named like it: report_page.css is REPORT_PAGE_CSS. Bytes are written
# as numbers, since compilers limit the length of a string literal.
string(REPLACE "," ";" FILES "${FILES}")
set(code "#include \"${HEADER}\"\n")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  string(TOUPPER ${name} name)
  string(REPLACE "." "_" name ${name})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND code "\nconst char ${name}[] = {${bytes}'\\0'};\n")
endforeach()
file(WRITE ${OUT} "${code}")
