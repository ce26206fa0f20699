# What goes into the shared library: position independent, with only those symbols
# visible that the public headers export.
function(pagekin_library_options target)
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
include(cmake/precompiled.cmake)

# The files of a folder are compiled as one, which takes half of the time. Helpers in unnamed namespaces therefore
# need names that are unique in their folder (tools/check_names.py).
option(PAGEKIN_UNITY "compile the files of a folder as one" ON)

# pagekin_use_unity(<target> [<file>...]): all files of the target but these, and but those that Highway compiles
# once for each kind of processor.
function(pagekin_use_unity target)
  if(NOT PAGEKIN_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  # In such a file, g++ takes all that is included for headers, whose types should not use unnamed namespaces.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    file(STRINGS "${source}" found REGEX "foreach_target" LIMIT_COUNT 1)
    if(found)
      set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# pagekin_module(<name> DEPENDS <module>... [PRIVATE <external target>...])
#
# One folder of src/pagekin is one library. DEPENDS is the whole truth about
# which other folders it may include; tools/check_layers.py holds it to that.
# Without PAGEKIN_NETWORK, files that need the network are left out; those in the folder's
# no_network/ say so to users in their place.
#
# With PAGEKIN_COMPILED, the folder of a release build, its libraries are used where they are the
# same, so that a Python wheel does not compile everything again.
set(PAGEKIN_COMPILED "" CACHE PATH "folder of a release build whose libraries are used")
function(pagekin_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;PRIVATE")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/pagekin/${name}/*.cc")
  file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/pagekin/${name}/*.h"
                                      "${PROJECT_SOURCE_DIR}/src/pagekin/${name}/*.inc")
  if(NOT PAGEKIN_NETWORK)
    list(FILTER sources EXCLUDE REGEX "/crawl/[^/]*$|/api/crawl[.]cc$|/store/postgresql[^/]*$|/documents/(tika|remote_ranges)[^/]*$")
    file(GLOB replacements CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/pagekin/${name}/no_network/*.cc")
    list(APPEND sources ${replacements})
    list(FILTER arg_PRIVATE EXCLUDE REGEX "::(CURL|PQ|PSL)$")
  endif()
  if(sources AND PAGEKIN_COMPILED AND NOT replacements)
    pagekin_compiled(pagekin_${name} "${PAGEKIN_COMPILED}/src/libpagekin_${name}.a")
    target_link_libraries(pagekin_${name} INTERFACE ${arg_PRIVATE})
    set(scope INTERFACE)
    set(is_compiled TRUE)
  elseif(sources)
    add_library(pagekin_${name} STATIC ${sources})
    pagekin_library_options(pagekin_${name})
    pagekin_use_precompiled(pagekin_${name} pagekin_precompiled)
    pagekin_use_unity(pagekin_${name})
    set_property(GLOBAL APPEND PROPERTY PAGEKIN_MODULES pagekin_${name})
    set(scope PUBLIC)
  else()
    add_library(pagekin_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(pagekin::${name} ALIAS pagekin_${name})
  target_include_directories(pagekin_${name} ${scope} "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/generated")
  if(is_compiled)
    target_include_directories(pagekin_${name} INTERFACE "${PROJECT_SOURCE_DIR}/src")
  else()
    target_sources(pagekin_${name} ${scope} FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/src"
                                            FILES ${headers})
  endif()
  list(TRANSFORM arg_DEPENDS PREPEND pagekin::)
  target_link_libraries(pagekin_${name} ${scope} pagekin_options ${arg_DEPENDS})
  if(arg_PRIVATE AND scope STREQUAL PUBLIC)
    target_link_libraries(pagekin_${name} PRIVATE ${arg_PRIVATE})
    set_property(GLOBAL APPEND PROPERTY PAGEKIN_EXTERNALS ${arg_PRIVATE})
  endif()
endfunction()

# pagekin_compiled(<target> <archive>): a library that another build has compiled.
function(pagekin_compiled target archive)
  if(NOT EXISTS "${archive}")
    message(FATAL_ERROR "${archive} does not exist; build the preset release first")
  endif()
  add_library(${target} STATIC IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${archive}")
endfunction()

# pagekin_starts_quickly(<target>): a program of a debug build gets a fixed address. Sanitizers add more than
# a million addresses to it, which the loader would have to change at every start.
function(pagekin_starts_quickly target)
  target_link_options(${target} PRIVATE $<$<CONFIG:Debug>:-no-pie>)
endfunction()

# pagekin_test(<folder> <library>...): every tests/<folder>/*_test.cc as one program. ctest runs each suite as a
# process of its own; a process for each test would take a fifth more time.
function(pagekin_test folder)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*_test.cc")
  if(NOT sources)
    return()
  endif()
  add_executable(${folder}_test ${sources})
  target_include_directories(${folder}_test PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_BINARY_DIR}/generated")
  target_compile_options(${folder}_test PRIVATE $<$<CONFIG:Debug>:-O0>)  # builds faster than it runs
  pagekin_use_precompiled(${folder}_test pagekin_test_precompiled)
  pagekin_use_unity(${folder}_test)
  target_link_libraries(${folder}_test PRIVATE ${ARGN} pagekin_test_main)
  pagekin_starts_quickly(${folder}_test)
  if(CMAKE_CROSSCOMPILING)
    return()
  endif()
  set(suites "${CMAKE_CURRENT_BINARY_DIR}/${folder}_suites.cmake")
  set_property(TARGET ${folder}_test APPEND PROPERTY LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/list_suites.cmake")
  add_custom_command(TARGET ${folder}_test POST_BUILD VERBATIM
    COMMAND "${CMAKE_COMMAND}" -DPROGRAM=$<TARGET_FILE:${folder}_test> -DFOLDER=${folder} "-DOUTPUT=${suites}"
            -P "${PROJECT_SOURCE_DIR}/cmake/list_suites.cmake")
  set(included "${CMAKE_CURRENT_BINARY_DIR}/${folder}_tests.cmake")
  file(WRITE "${included}"
    "if(EXISTS [=[${suites}]=])\n  include([=[${suites}]=])\nelse()\n  add_test(${folder}_test_is_not_built false)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${included}")
endfunction()
