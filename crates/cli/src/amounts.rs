//! Numbers that are guessed, in words.

/// Two digits: more would promise too much.
pub fn round(number: f64) -> String {
    if number < 100.0 {
        return format!("{number:.0}");
    }
    let unit = 10_f64.powi(number.log10() as i32 - 1);
    let number = (number / unit).round() * unit;
    if number >= 1e12 {
        return format!("{number:.1e}");
    }
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// At most seven digits, and then in words: for where there is little room.
pub fn short(number: f64) -> String {
    let in_units = |unit: f64, name: &str| {
        let number = number / unit;
        format!("{number:.*} {name}", usize::from(number < 10.0), number = number)
    };
    match number {
        n if n < 1e6 => {
            let n = n.round() as u64;
            if n < 1000 { n.to_string() } else { format!("{},{:03}", n / 1000, n % 1000) }
        }
        n if n < 1e9 => in_units(1e6, "million"),
        n if n < 1e12 => in_units(1e9, "billion"),
        n => format!("{n:.1e}"),
    }
}

/// A time, in the unit that fits.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => "less than a millisecond".to_owned(),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.0} hours", s / 3600.0),
        s if s < 400.0 * 86400.0 => format!("{:.0} days", s / 86400.0),
        s => format!("{} years", round(s / 31_557_600.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_promise_no_more_than_they_keep() {
        assert_eq!(round(7.4), "7");
        assert_eq!(round(15_491.0), "15,000");
        assert_eq!(round(1_234_567.0), "1,200,000");
        assert_eq!(round(3.4e15), "3.4e15");
        let numbers = [7.4, 999.0, 15_491.0, 999_999.0, 1_234_567.0, 98_765_432.0, 2.4e9, 3.4e15].map(short);
        let expected = ["7", "999", "15,491", "999,999", "1.2 million", "99 million", "2.4 billion", "3.4e15"];
        assert_eq!(numbers, expected);
        assert_eq!(duration(0.05), "50 ms");
        assert_eq!(duration(90.0), "90.0 s");
        assert_eq!(duration(86_400.0 * 3.0), "3 days");
    }
}
