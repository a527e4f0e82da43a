# What `cmake --install` puts where, and the Debian package made of it by the preset `package`.
# Components: program (everywhere), plain (but for the package), debian (in the package only).
include(GNUInstallDirs)

install(TARGETS harrow COMPONENT program)
if(TARGET harrow-mpi) # the package is for one machine, and asks for no MPI
  install(TARGETS harrow-mpi COMPONENT program)
endif()
install(DIRECTORY configs scripts/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/harrow
  COMPONENT program PATTERN __pycache__ EXCLUDE)
install(DIRECTORY scripts/slurm DESTINATION ${CMAKE_INSTALL_DATADIR}/harrow
  COMPONENT program USE_SOURCE_PERMISSIONS)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT plain)

# harrow itself makes its manual pages and completion, whenever it is built.
set(manual ${PROJECT_BINARY_DIR}/manual)
find_program(GZIP_PROGRAM gzip)
add_custom_command(TARGET harrow POST_BUILD
  COMMAND ${CMAKE_COMMAND} -DHARROW=$<TARGET_FILE:harrow> "-DGZIP=$<$<BOOL:${GZIP_PROGRAM}>:${GZIP_PROGRAM}>"
    -DOUT=${manual} -P ${PROJECT_SOURCE_DIR}/scripts/manual.cmake VERBATIM)
install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
install(FILES ${manual}/bash/harrow
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES ${manual}/zsh/_harrow
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT plain)
install(FILES ${manual}/zsh/_harrow # where Debian's zsh looks
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT debian EXCLUDE_FROM_ALL)

# A package is for any processor.
if(HARROW_NATIVE OR NOT GZIP_PROGRAM)
  return()
endif()

set(HARROW_MAINTAINER "the harrow authors <harrow@localhost>" CACHE STRING
  "Who maintains the Debian package, NAME <ADDRESS>")
set(debian ${PROJECT_BINARY_DIR}/debian)

# LICENSE in the form of Debian's copyright files.
file(READ LICENSE license)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)\n\n(.*)" matched "${license}")
set(holder "${CMAKE_MATCH_1}")
string(REPLACE "\n\n" "\n.\n" terms "${CMAKE_MATCH_2}")
string(REGEX REPLACE "\n(.)" "\n \\1" terms "${terms}")
file(WRITE ${debian}/copyright
  "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
  "Upstream-Name: harrow\n\nFiles: *\nCopyright: ${holder}\nLicense: Expat\n ${terms}")

execute_process(COMMAND env LC_ALL=C date --utc --date=${HARROW_DATE} --rfc-email
  OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${debian}/changelog.Debian "harrow (${PROJECT_VERSION}-1) unstable; urgency=medium\n\n"
  "  * What is new stands in CHANGELOG.md.\n\n -- ${HARROW_MAINTAINER}  ${date}\n")
configure_file(CHANGELOG.md ${debian}/changelog COPYONLY)
execute_process(COMMAND ${GZIP_PROGRAM} -9nf changelog changelog.Debian
  WORKING_DIRECTORY ${debian} COMMAND_ERROR_IS_FATAL ANY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS LICENSE)
install(FILES ${debian}/copyright ${debian}/changelog.gz ${debian}/changelog.Debian.gz
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT debian EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL program debian)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_CONTACT "${HARROW_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "harrow plays board games against itself, many times over, and tells what
the games are like: whether the first player wins more often, by how much,
how many games are drawn, and how that changes with the size of the board or
the strength of play. It plays Agros, Agon and Awale.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gnuplot-nox | gnuplot")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
