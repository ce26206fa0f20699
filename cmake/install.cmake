# What `cmake --install` and `cpack` deliver, in three components: the program, the shared
# library, and what is needed to build against the library.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The program, its manual pages and completions; the last two are written by the program.
set(made "${PROJECT_BINARY_DIR}/made")
set(completions_bash "${made}/bash/pagekin")
set(completions_zsh "${made}/zsh/_pagekin")
set(completions_fish "${made}/fish/pagekin.fish")
add_custom_command(OUTPUT "${made}/man/pagekin.1" "${completions_bash}" "${completions_zsh}" "${completions_fish}"
  COMMAND ${CMAKE_COMMAND} -E make_directory "${made}/bash" "${made}/zsh" "${made}/fish"
  COMMAND pagekin man "${made}/man"
  COMMAND pagekin completions bash > "${completions_bash}"
  COMMAND pagekin completions zsh > "${completions_zsh}"
  COMMAND pagekin completions fish > "${completions_fish}"
  DEPENDS pagekin COMMENT "Writing manual pages and completions" VERBATIM)
add_custom_target(pagekin_made ALL DEPENDS "${made}/man/pagekin.1")
install(TARGETS pagekin COMPONENT program)
install(DIRECTORY "${made}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program)
install(FILES "${completions_bash}" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
        COMPONENT program)
install(FILES "${completions_zsh}" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT program)
install(FILES "${completions_fish}" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
        COMPONENT program)
install(FILES README.md LICENSE NOTICES.txt CITATION.cff DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/pagekin" COMPONENT program)

# The libraries. The static one has an export file of its own, which is read on demand:
# it needs the development files of every library that pagekin uses.
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/pagekin")
install(TARGETS pagekin_shared EXPORT shared
        LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS pagekin_static EXPORT static ARCHIVE COMPONENT development)
foreach(kind IN ITEMS shared static)
  install(EXPORT ${kind} NAMESPACE pagekin:: FILE pagekin-${kind}.cmake DESTINATION "${package_folder}"
          COMPONENT development)
endforeach()
install(FILES LICENSE NOTICES.txt DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libpagekin${PAGEKIN_SOVERSION}" COMPONENT library)

# Headers, the CMake package and the pkg-config file.
install(FILES ${public_headers} "${PROJECT_BINARY_DIR}/generated/pagekin/version.h"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/pagekin" COMPONENT development)
configure_package_config_file(cmake/pagekin-config.cmake.in generated/pagekin-config.cmake
                              INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/generated/pagekin-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/generated/pagekin-config.cmake"
              "${PROJECT_BINARY_DIR}/generated/pagekin-config-version.cmake"
        DESTINATION "${package_folder}" COMPONENT development)
file(RELATIVE_PATH prefix_of_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/pagekin.pc.in generated/pagekin.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/generated/pagekin.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
        COMPONENT development)

# Debian packages: cpack -G DEB in the build folder.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the pagekin developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "groups web pages by template")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME pagekin)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION web)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libpagekin${PAGEKIN_SOVERSION})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpagekin-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libpagekin${PAGEKIN_SOVERSION} (= ${PROJECT_VERSION})")
include(CPack)
