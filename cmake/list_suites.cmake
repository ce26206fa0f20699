# Writes what ctest reads: one test for each suite of a test program, called FOLDER.SUITE, with the
# folder as label.
#
# cmake -DPROGRAM=... -DFOLDER=... -DOUTPUT=... -P list_suites.cmake
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[^ \n]+\\." suites "${listed}")  # "Suite." or "Instance/Suite.", then its tests, indented
set(tests "")
foreach(suite ${suites})
  string(STRIP "${suite}" suite)
  string(REGEX REPLACE "\\.$" "" name "${FOLDER}.${suite}")
  string(APPEND tests
    "add_test([=[${name}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${suite}*]=])\n"
    "set_tests_properties([=[${name}]=] PROPERTIES LABELS ${FOLDER} SKIP_RETURN_CODE 77)\n")
endforeach()
file(WRITE "${OUTPUT}" "${tests}")
