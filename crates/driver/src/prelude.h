/* Included before every C++ file.

   libstdc++ leaves some instances of its templates to its library, above all those of std::string. We have no library, so the
   headers must provide them. In C++20 and later they do that for std::string anyway.

   When it releases a std::shared_ptr, libstdc++ looks at two atomic counts of four bytes with one load of eight. No memory model
   here says what that means. It does not do so for thread sanitizers. */
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#undef _GLIBCXX_TSAN
#define _GLIBCXX_TSAN 1
#endif
