# cmake --install: bin/, lib/ckpt/<triple>/ (every runtime built by then), include/ckpt/, man pages, ckpt.pc.
# ckptcc finds lib/ckpt and include/ckpt from its own place, so the tree can be moved.

foreach(tool ckptcc ckpt)
  if(TARGET ${tool})
    install(TARGETS ${tool} RUNTIME DESTINATION bin)
  endif()
endforeach()
install(DIRECTORY ${CKPT_LIB_ROOT}/ DESTINATION lib/ckpt FILES_MATCHING PATTERN "*.a" PATTERN "*.imports" PATTERN "*_mutants.a" EXCLUDE)

# The same layout in the build tree, for the ckptcc there.
set(headers ${CMAKE_SOURCE_DIR}/runtime/include/ckpt.h ${CMAKE_SOURCE_DIR}/runtime/include/ckpt_abi.h)
install(FILES ${headers} DESTINATION include/ckpt)
foreach(header ckpt.h ckpt_abi.h)
  configure_file(${CMAKE_SOURCE_DIR}/runtime/include/${header} ${CMAKE_BINARY_DIR}/include/ckpt/${header} COPYONLY)
endforeach()

foreach(section 1 7)
  file(GLOB pages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/man/*.${section})
  install(FILES ${pages} DESTINATION share/man/man${section})
endforeach()

configure_file(${CMAKE_SOURCE_DIR}/cmake/ckpt.pc.in ${CMAKE_BINARY_DIR}/ckpt.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/ckpt.pc DESTINATION lib/pkgconfig)
