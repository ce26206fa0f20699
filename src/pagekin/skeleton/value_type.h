// What kind of value a text is: number, money, date, URL, image, phone, email, or any other text.
//
// A text has a type only if all of it is of that type: "6' 2\"" is text, "12.5 kg" is a number with
// a unit. Dates are recognised in the forms that pages use (2010-11-23, 23/11/2010, November 23,
// 2010), with English names of months. Money has a sign or code of a currency beside the number.
//
// Cost: linear; texts of more than 80 bytes are texts or URLs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pagekin::skeleton {

enum class ValueType : std::uint8_t { kText, kNumber, kMoney, kDate, kUrl, kImage, kPhone, kEmail };
constexpr std::size_t kValueTypeCount = static_cast<std::size_t>(ValueType::kEmail) + 1;

// "text", "number" ...
std::string_view to_text(ValueType type);

ValueType type_of(std::string_view text);

}  // namespace pagekin::skeleton
