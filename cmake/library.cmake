# The library that others link: all modules in libpagekin.so and in libpagekin.a. The
# modules are compiled once, for both of them, the program and the tests.
#
# pagekin_module() collects the modules and the external libraries they use.
get_property(modules GLOBAL PROPERTY PAGEKIN_MODULES)
get_property(externals GLOBAL PROPERTY PAGEKIN_EXTERNALS)
list(REMOVE_DUPLICATES externals)
list(REMOVE_ITEM externals nlohmann_json::nlohmann_json)  # headers only
list(APPEND externals fmt::fmt Threads::Threads)

set(objects "")
foreach(module IN LISTS modules)
  list(APPEND objects $<TARGET_OBJECTS:${module}>)
endforeach()

file(GLOB public_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/pagekin/*.h")
foreach(kind IN ITEMS SHARED STATIC)
  string(TOLOWER ${kind} name)
  set(target pagekin_${name})
  add_library(${target} ${kind} ${objects})
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_include_directories(${target} INTERFACE
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include;${PROJECT_BINARY_DIR}/generated>"
    "$<INSTALL_INTERFACE:include>")
  target_link_libraries(${target} PRIVATE ${externals})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME pagekin LINKER_LANGUAGE CXX)
endforeach()

# While the major version is 0, every minor version may change the binary interface.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(PAGEKIN_SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
else()
  set(PAGEKIN_SOVERSION ${PROJECT_VERSION_MAJOR})
endif()
set_target_properties(pagekin_shared PROPERTIES
  EXPORT_NAME pagekin VERSION ${PROJECT_VERSION} SOVERSION ${PAGEKIN_SOVERSION}
  LINK_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/exports.map")
set_target_properties(pagekin_static PROPERTIES EXPORT_NAME static)
target_link_options(pagekin_shared PRIVATE "LINKER:--version-script=${CMAKE_CURRENT_LIST_DIR}/exports.map")
