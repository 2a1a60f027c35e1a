import { encode } from 'uqr'

import { splitCode } from '#domain/vouchers/voucher-code.ts'

export type LetterText = {
  language: string
  sender: string
  /** The recipient's name; '' for none. */
  name: string
  heading: string
  greeting: string
  intro: string
  /** The sender's message and name; '' for none. */
  words: string
  givenBy: string
  codeLabel: string
  code: string
  link: string
  where: string
  until: string
  steps: readonly (readonly [string, string])[]
  help: string
  lost: string
  keep: string
  reference: string
}
/** A picture that the document holds already. */
export type OpenedImage = { width: number; height: number }
export type LetterLook = {
  heading: string
  tint: string
  logo: OpenedImage | null
  shopName: string
}

const INK = '#22302b'
const SOFT = '#55635d'
/** Points of an A4 page. */
const PAGE = { width: 595.28, height: 841.89 }
/** The margin below the last block of every letter, so that this block never moves to another page. */
const LAST_EDGE = 24
const QR_QUIET = 4
/** The position of the name on continuation pages. */
const CONTINUED_TOP = 20

type Sizes = {
  text: number
  small: number
  heading: number
  code: number
  edge: number
  qr: number
}
const SIZES: Record<'usual' | 'large', Sizes> = {
  usual: { text: 11, small: 9.5, heading: 24, code: 30, edge: 62, qr: 128 },
  /** At least 18 points, for readers with low vision. */
  large: { text: 18, small: 18, heading: 28, code: 46, edge: 48, qr: 150 },
}

/** Vertical gaps, in multiples of the font size. */
const HEADING_GAP = 0.7
const CODE_GAP = 1.3
const LAST_GAP = 0.35
const LARGE = { gap: 0.4, lineGap: 0.04 }
const CODE_PAD = 14
const ABOVE_CODE = 4
/** Closer than this, one paragraph would run into the next. */
const LEAST_GAP_SHARE = 0.3

const sheet = (edge: number) => ({
  size: 'A4',
  margins: { top: edge, bottom: LAST_EDGE, left: edge, right: edge },
})

const codeHeight = ({ qr, code }: Sizes, print: 'usual' | 'large') =>
  print === 'large' ? qr + code * 1.4 + CODE_PAD * 2.5 : qr + CODE_PAD * 2

/**
 * How much of its gaps a letter in large print keeps, so that a long name or a line more goes on to no second page: all
 * of them where there is room, and where nothing helps, too.
 */
function largeGapShare(doc: PDFKit.PDFDocument, text: LetterText, sizes: Sizes): number {
  const width = PAGE.width - 2 * sizes.edge
  const lineGap = sizes.text * LARGE.lineGap
  const heightOf = (words: string, font: 'text' | 'strong') =>
    words === '' ? 0 : doc.font(font).fontSize(sizes.text).heightOfString(words, { width, lineGap })
  const { greeting, intro, words, givenBy, keep, help, lost } = text
  const body = [greeting, intro, givenBy].filter((one) => one !== '')
  const last = [keep, help, lost].filter((one) => one !== '')
  const heading = doc.font('strong').fontSize(sizes.heading).heightOfString(text.heading, { width })
  const taken =
    heading +
    ABOVE_CODE +
    codeHeight(sizes, 'large') +
    heightOf(words, 'strong') +
    [...body, ...last].reduce((sum, one) => sum + heightOf(one, 'text'), 0)
  const gaps =
    HEADING_GAP +
    CODE_GAP +
    LARGE.gap * (body.length + (words === '' ? 0 : 1)) +
    LAST_GAP * last.length
  const room = PAGE.height - LAST_EDGE - doc.y - taken
  const share = room / (gaps * sizes.text)
  return share >= LEAST_GAP_SHARE && share < 1 ? share : 1
}

/**
 * Draws one letter: its own page, with one code and one QR. The text is tagged in reading order, for screen readers.
 */
export function drawLetter(
  doc: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  text: LetterText,
  look: LetterLook,
  print: 'usual' | 'large',
) {
  const sizes = SIZES[print]
  const { edge } = sizes
  const width = PAGE.width - 2 * edge
  doc.addPage(sheet(edge))
  const letter = doc.struct('Sect', { lang: text.language })
  root.add(letter)
  const add = (type: string, draw: () => void, options: object = {}) => {
    const part = doc.struct(type, options, draw)
    letter.add(part)
    part.end()
  }
  let type: Parameters<SetType> = ['text', sizes.text, INK]
  const set: SetType = (...wanted) => {
    type = wanted
    const [font, size, colour] = wanted
    return doc.font(font).fontSize(size).fillColor(colour)
  }
  // Pages may be separated, so each continuation page names the recipient. The text then continues below.
  const sayWhose = () => {
    const { x, y } = doc
    const [font, size, colour] = type
    doc.markContent('Artifact')
    doc.font('text').fontSize(sizes.small).fillColor(SOFT)
    doc.text([text.name, text.reference].filter(Boolean).join(' · '), edge, CONTINUED_TOP, {
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
  doc.on('pageAdded', sayWhose)

  const top = edge * 0.75
  if (look.logo) {
    const { logo } = look
    add('Figure', () => void doc.image(logo as never, edge, top, { fit: [150, 44] }), {
      alt: look.shopName,
    })
  } else {
    add(
      'P',
      () => void set('strong', sizes.text + 3, INK).text(look.shopName, edge, top, { width }),
    )
  }
  if (print === 'usual' && text.sender !== '') {
    add(
      'P',
      () =>
        void set('text', sizes.small, SOFT).text(text.sender, edge + width / 2, top, {
          width: width / 2,
          align: 'right',
        }),
    )
  }
  // A long letter would have no room for it at the bottom, and an extra page for it would be useless.
  if (print === 'large') {
    add(
      'P',
      () =>
        void set('text', sizes.small, SOFT).text(text.reference, edge + width / 2, top, {
          width: width / 2,
          height: sizes.small * 2.8,
          align: 'right',
          ellipsis: true,
        }),
    )
  }
  doc.x = edge
  doc.y = top + (print === 'usual' ? 96 : 56)

  const gapShare = print === 'large' ? largeGapShare(doc, text, sizes) : 1
  const paragraph = (
    words: string,
    {
      font = 'text',
      size = sizes.text,
      colour = INK,
      gap = print === 'large' ? LARGE.gap : 0.55,
    }: { font?: 'text' | 'strong'; size?: number; colour?: string; gap?: number } = {},
  ) => {
    if (words === '') return
    add(
      'P',
      () =>
        void set(font, size, colour).text(words, edge, doc.y, {
          width,
          lineGap: size * (print === 'large' ? LARGE.lineGap : 0.22),
        }),
    )
    doc.y += size * gap * gapShare
  }
  add(
    'H1',
    () =>
      void set('strong', sizes.heading, look.heading).text(text.heading, edge, doc.y, { width }),
  )
  doc.y += sizes.text * HEADING_GAP * gapShare
  paragraph(text.greeting)
  paragraph(text.intro)
  const own = () => {
    paragraph(text.words, { font: 'strong' })
    paragraph(text.givenBy, { colour: SOFT })
  }
  if (print === 'usual') own()

  codeBlock(doc, add, set, text, look, sizes, print)
  doc.y += sizes.text * CODE_GAP * gapShare

  if (print === 'large') own()
  if (print === 'usual') steps(doc, add, set, text, sizes)
  for (const words of [text.keep, text.help, text.lost])
    paragraph(words, { size: sizes.small, gap: LAST_GAP })
  if (print === 'usual') {
    const last = PAGE.height - edge - sizes.small * 1.5
    if (doc.y < last) doc.y = last
    add(
      'P',
      () =>
        void set('text', 8, SOFT).text(text.reference, edge, doc.y, { width, lineBreak: false }),
    )
  }
  doc.off('pageAdded', sayWhose)
  letter.end()
}

type Add = (type: string, draw: () => void, options?: object) => void
type SetType = (font: 'text' | 'strong', size: number, colour: string) => PDFKit.PDFDocument

function codeBlock(
  doc: PDFKit.PDFDocument,
  add: Add,
  set: SetType,
  text: LetterText,
  look: LetterLook,
  sizes: Sizes,
  print: 'usual' | 'large',
) {
  const { edge, qr } = sizes
  const width = PAGE.width - 2 * edge
  const pad = CODE_PAD
  const large = print === 'large'
  const height = codeHeight(sizes, print)
  if (doc.y + height > PAGE.height - edge) doc.addPage(sheet(edge))
  const y = doc.y + ABOVE_CODE
  doc.markContent('Artifact')
  doc
    .roundedRect(edge, y, width, height, 8)
    .fillColor(large ? '#ffffff' : look.tint)
    .fill()
  if (large) doc.roundedRect(edge, y, width, height, 8).lineWidth(2).strokeColor(INK).stroke()
  doc.endMarkedContent()
  const groups = splitCode(text.code)
  const qrY = y + pad + (large ? sizes.code * 1.4 : 0)
  const beside = edge + pad * 2 + qr
  const besideWidth = edge + width - pad - beside
  if (!large)
    add(
      'P',
      () =>
        void set('text', sizes.small, SOFT).text(text.codeLabel, beside, y + pad + 8, {
          width: besideWidth,
        }),
    )
  add(
    'P',
    () =>
      void set('strong', sizes.code, INK).text(
        groups.join('  '),
        large ? edge + pad * 1.5 : beside,
        large ? y + pad * 0.7 : doc.y + 2,
        {
          characterSpacing: large ? 1.5 : 1,
          lineBreak: false,
        },
      ),
    // Spoken letter by letter, as it is typed.
    { actual: text.code.split('').join(' ') },
  )
  add('Figure', () => drawQr(doc, text.link, edge + pad, qrY, qr), { alt: text.where })
  const afterCode = large ? qrY : y + pad + 8 + sizes.small * 1.5 + sizes.code * 1.55
  add(
    'P',
    () =>
      void set('text', large ? sizes.text : sizes.small, INK).text(text.where, beside, afterCode, {
        width: besideWidth,
      }),
  )
  if (text.until !== '')
    add(
      'P',
      () =>
        void set('strong', large ? sizes.text : sizes.small, INK).text(
          text.until,
          beside,
          doc.y + 4,
          { width: besideWidth },
        ),
    )
  doc.x = edge
  doc.y = y + height
}

/** Dark on white in every theme, with the quiet zone that scanners need. */
function drawQr(doc: PDFKit.PDFDocument, link: string, x: number, y: number, size: number) {
  const { data, size: modules } = encode(link, { ecc: 'M', border: 0 })
  const unit = size / (modules + 2 * QR_QUIET)
  doc.rect(x, y, size, size).fillColor('#ffffff').fill()
  for (const [row, cells] of data.entries()) {
    for (let from = 0; from < modules; from++) {
      if (!cells[from]) continue
      let to = from
      while (cells[to + 1]) to += 1
      doc.rect(
        x + (from + QR_QUIET) * unit,
        y + (row + QR_QUIET) * unit,
        (to - from + 1) * unit,
        unit,
      )
      from = to
    }
  }
  doc.fillColor('#000000').fill()
}

function steps(
  doc: PDFKit.PDFDocument,
  add: Add,
  set: SetType,
  text: LetterText,
  { edge, small }: Sizes,
) {
  const width = PAGE.width - 2 * edge
  const each = (width - 2 * 16) / 3
  const y = doc.y
  let end = y
  for (const [at, [title, words]] of text.steps.entries()) {
    const x = edge + at * (each + 16)
    add('P', () => {
      set('strong', small + 0.5, INK).text(`${at + 1}. ${title}`, x, y, { width: each })
      set('text', small, INK).text(words, x, doc.y + 1, { width: each })
    })
    end = Math.max(end, doc.y)
  }
  doc.x = edge
  doc.y = end + 16
}
