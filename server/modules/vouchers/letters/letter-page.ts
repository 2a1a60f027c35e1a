import {
  CONTINUED_TOP,
  INK,
  LARGE,
  type LetterText,
  PAGE,
  type Print,
  sheet,
  type FontSizes,
  SIZES,
  SOFT,
} from '#server/modules/vouchers/letters/letter-layout.ts'

type Font = 'text' | 'strong'

/** The pages of one letter. The text is tagged in reading order, for screen readers. */
export class LetterPage {
  readonly sizes: FontSizes
  readonly width: number
  /** The share of the gaps between its parts that the letter keeps. */
  gapShare = 1
  readonly #letter: PDFKit.PDFStructureElement
  #font: [font: Font, size: number, colour: string]

  constructor(
    readonly doc: PDFKit.PDFDocument,
    root: PDFKit.PDFStructureElement,
    readonly text: LetterText,
    readonly print: Print,
  ) {
    this.sizes = SIZES[print]
    this.width = PAGE.width - 2 * this.sizes.edge
    this.#font = ['text', this.sizes.text, INK]
    doc.addPage(sheet(this.sizes.edge))
    this.#letter = doc.struct('Sect', { lang: text.language })
    root.add(this.#letter)
    doc.on('pageAdded', this.#printRecipient)
  }

  add(type: string, draw: () => void, options: object = {}) {
    const part = this.doc.struct(type, options, draw)
    this.#letter.add(part)
    part.end()
  }

  set(font: Font, size: number, colour: string) {
    this.#font = [font, size, colour]
    return this.doc.font(font).fontSize(size).fillColor(colour)
  }

  paragraph(
    content: string,
    {
      font = 'text',
      size = this.sizes.text,
      colour = INK,
      gap = this.print === 'large' ? LARGE.gap : 0.55,
    }: { font?: Font; size?: number; colour?: string; gap?: number } = {},
  ) {
    if (content === '') return
    const { doc, width, sizes, print } = this
    this.add(
      'P',
      () =>
        void this.set(font, size, colour).text(content, sizes.edge, doc.y, {
          width,
          lineGap: size * (print === 'large' ? LARGE.lineGap : 0.22),
        }),
    )
    this.skip(size * gap)
  }

  skip(points: number) {
    this.doc.y += points * this.gapShare
  }

  end() {
    this.doc.off('pageAdded', this.#printRecipient)
    this.#letter.end()
  }

  /** Names the recipient on each continuation page, because pages may be separated. Then restores font and position. */
  readonly #printRecipient = () => {
    const { doc, sizes, text, width } = this
    const { x, y } = doc
    const [font, size, colour] = this.#font
    doc.markContent('Artifact')
    doc.font('text').fontSize(sizes.small).fillColor(SOFT)
    doc.text([text.name, text.reference].filter(Boolean).join(' · '), sizes.edge, CONTINUED_TOP, {
      width,
      height: sizes.small * 1.4,
      align: 'right',
      ellipsis: true,
    })
    doc.endMarkedContent()
    doc.font(font).fontSize(size).fillColor(colour)
    doc.x = x
    doc.y = y
  }
}
