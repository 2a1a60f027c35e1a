/** No mail program writes a longer id or address. Longer text is cut, so that a search in it stays fast. */
const MAX_LENGTH = 10_000

const END_OF_NAME = /[<>@\s]/

/** The part of a Message-ID or an address before its @, starting after the last `<` or space. */
export const localPartOf = (text: string): string | undefined => localPartsOf(text).next().value

function* localPartsOf(text: string): Generator<string, undefined> {
  const cut = text.slice(0, MAX_LENGTH)
  for (let at = cut.indexOf('@'); at !== -1; at = cut.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && !END_OF_NAME.test(cut[start - 1] ?? '')) start -= 1
    if (start < at) yield cut.slice(start, at)
  }
}

/** The tag of the first address that has one: the text between its first + and its @, as in `mailbox+tag@shop.example`. */
export function tagOf(addresses: string): string | undefined {
  for (const name of localPartsOf(addresses)) {
    const plus = name.indexOf('+')
    if (plus !== -1 && plus < name.length - 1) return name.slice(plus + 1)
  }
  return undefined
}

/** Text that looks like an email address: no whitespace, one @, and a dot inside the host. Matches in linear time. */
export const LOOKS_LIKE_ADDRESS = /^[^\s@<>,]+@[^\s@<>,][^\s@<>,.]*\.[^\s@<>,]+$/
