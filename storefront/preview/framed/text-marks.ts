import type { Block } from '#contract/content/content.shop.ts'
import { isLanguageChoice } from '#contract/content/language-choice.ts'
import { type ChangedText, isSamePlace, type TextPlace } from '#contract/shared/preview-messages.ts'

/** Variation selectors are invisible and have no width, and no text of the shop contains them. */
const FIRST = 0xe0100
const COUNT = 240

const markOf = (number: number) =>
  String.fromCodePoint(FIRST + Math.floor(number / COUNT), FIRST + (number % COUNT))

/** The text without marks, and the distinct numbers of its marks. */
export function readMarks(marked: string): { text: string; numbers: number[] } {
  const numbers = new Set<number>()
  let text = ''
  let high: number | undefined
  for (const letter of marked) {
    const digit = (letter.codePointAt(0) ?? 0) - FIRST
    if (digit < 0 || digit >= COUNT) text += letter
    else if (high === undefined) high = digit
    else {
      numbers.add(high * COUNT + digit)
      high = undefined
    }
  }
  return { text, numbers: [...numbers] }
}

/** Numbers the texts of the shop, and marks each with its number. */
export class TextMarks {
  #places: TextPlace[] = []
  #numbers = new Map<string, number>()
  #changed: readonly ChangedText[] = []

  placeOf(number: number): TextPlace | undefined {
    return this.#places[number]
  }

  numberOf(place: TextPlace): number {
    const name = [place.path, place.block, place.field, place.key].join('\n')
    const textNumber = this.#numbers.get(name) ?? this.#places.push(place) - 1
    this.#numbers.set(name, textNumber)
    return textNumber
  }

  /** Shows these values instead of the saved ones. */
  change(changed: readonly ChangedText[]): void {
    this.#changed = changed
  }

  prepare(path: string, blocks: readonly Block[]): Block[] {
    return blocks.map((block) =>
      this.#markBlock(path, block.code === 'page' ? '' : block.code, block),
    )
  }

  #markBlock(path: string, blockPath: string, block: Block): Block {
    const placeOf = (field: TextPlace['field'], key: string) => ({
      path,
      block: blockPath,
      field,
      key,
    })
    return {
      ...block,
      custom_fields: this.#withNewFields(path, blockPath, block).map((field) => {
        const kind = field.value_string_area === undefined ? 'text' : 'area'
        const place = placeOf(kind, field.key)
        const value = this.#valueOf(place, field.value_string_area ?? field.value_string)
        if (field.value_numeric !== undefined || value === '' || isLanguageChoice(place))
          return field
        const mark = markOf(this.numberOf(place))
        return kind === 'area'
          ? { ...field, value_string: value, value_string_area: value + mark }
          : // Marked at both ends, because a text may be shown in two parts.
            { ...field, value_string: mark + value + mark }
      }),
      media: block.media.map((media) => {
        const place = placeOf('media', media.code)
        return {
          ...media,
          file_name_with_extension: this.#valueOf(place, media.file_name_with_extension),
          alt: media.alt + markOf(this.numberOf(place)),
        }
      }),
      ...(block.items
        ? {
            items: block.items.map((item) =>
              this.#markBlock(path, `${blockPath}/${item.code}`, item),
            ),
          }
        : {}),
    }
  }

  /** The fields of the block, and new ones for texts that did not exist before. */
  #withNewFields(
    path: string,
    blockPath: string,
    { custom_fields: fields }: Block,
  ): Block['custom_fields'] {
    const added = this.#changed.filter(
      (change) =>
        change.path === path &&
        change.block === blockPath &&
        change.field !== 'media' &&
        !fields.some(({ key }) => key === change.key),
    )
    return [
      ...fields,
      ...added.map(({ key, field, value }) => ({
        key,
        value_string: value,
        ...(field === 'area' ? { value_string_area: value } : {}),
      })),
    ]
  }

  #valueOf(place: TextPlace, saved: string): string {
    return this.#changed.find((change) => isSamePlace(change, place))?.value ?? saved
  }
}
