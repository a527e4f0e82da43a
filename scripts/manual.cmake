# Has harrow write its manual pages and its completion for shells:
# cmake -DHARROW=program -DGZIP=program -DOUT=folder -P manual.cmake
# A command that harrow help lists has a page of its own. GZIP may be empty: pages stay plain then.
function(write file) # ARGUMENT…: what `harrow help` prints with these arguments
  execute_process(COMMAND ${HARROW} help ${ARGN} OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT}/man1 ${OUT}/bash ${OUT}/zsh)
write(${OUT}/bash/harrow --completion bash)
write(${OUT}/zsh/_harrow --completion zsh)
write(${OUT}/man1/harrow.1 --man)
execute_process(COMMAND ${HARROW} help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n  [a-z]+ " commands "${help}")
foreach(command ${commands})
  string(STRIP "${command}" command)
  write(${OUT}/man1/harrow-${command}.1 --man ${command})
endforeach()
if(GZIP)
  file(GLOB pages ${OUT}/man1/*.1)
  execute_process(COMMAND ${GZIP} -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
