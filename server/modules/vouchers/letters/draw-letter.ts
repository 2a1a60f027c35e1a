import { drawCodeBlock } from '#server/modules/vouchers/letters/letter-code-block.ts'
import {
  CODE_GAP,
  HEADING_GAP,
  INK,
  largeGapShare,
  LAST_GAP,
  type LetterTheme,
  type LetterText,
  PAGE,
  type Print,
  SOFT,
} from '#server/modules/vouchers/letters/letter-layout.ts'
import { LetterPage } from '#server/modules/vouchers/letters/letter-page.ts'

/** Draws a letter with one code and one QR image, on a page of its own. */
export function drawLetter(
  doc: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  text: LetterText,
  theme: LetterTheme,
  print: Print,
) {
  const page = new LetterPage(doc, root, text, print)
  const { sizes } = page
  drawTop(page, theme)
  if (print === 'large') page.gapShare = largeGapShare(doc, text, sizes)
  drawHeading(page, theme)
  page.paragraph(text.greeting)
  page.paragraph(text.intro)
  if (print === 'usual') drawSenderMessage(page)

  drawCodeBlock(page, text, theme, print)
  page.skip(sizes.text * CODE_GAP)

  if (print === 'large') drawSenderMessage(page)
  if (print === 'usual') drawSteps(page)
  for (const note of [text.keep, text.help, text.lost])
    page.paragraph(note, { size: sizes.small, gap: LAST_GAP })
  if (print === 'usual') drawReference(page)
  page.end()
}

/** The shop's logo or name, and on the right the sender, or in large print the reference. */
function drawTop(page: LetterPage, theme: LetterTheme) {
  const { doc, sizes, text, print, width } = page
  const { edge } = sizes
  const top = edge * 0.75
  if (theme.logo) {
    const { logo } = theme
    page.add('Figure', () => void doc.image(logo as never, edge, top, { fit: [150, 44] }), {
      alt: theme.shopName,
    })
  } else {
    page.add(
      'P',
      () => void page.set('strong', sizes.text + 3, INK).text(theme.shopName, edge, top, { width }),
    )
  }
  if (print === 'usual' && text.sender !== '') {
    page.add(
      'P',
      () =>
        void page.set('text', sizes.small, SOFT).text(text.sender, edge + width / 2, top, {
          width: width / 2,
          align: 'right',
        }),
    )
  }
  // At the top, because a long letter has no room for it at the bottom.
  if (print === 'large') {
    page.add(
      'P',
      () =>
        void page.set('text', sizes.small, SOFT).text(text.reference, edge + width / 2, top, {
          width: width / 2,
          height: sizes.small * 2.8,
          align: 'right',
          ellipsis: true,
        }),
    )
  }
  doc.x = edge
  doc.y = top + (print === 'usual' ? 96 : 56)
}

function drawHeading(page: LetterPage, theme: LetterTheme) {
  const { doc, sizes, text, width } = page
  page.add(
    'H1',
    () =>
      void page
        .set('strong', sizes.heading, theme.heading)
        .text(text.heading, sizes.edge, doc.y, { width }),
  )
  page.skip(sizes.text * HEADING_GAP)
}

function drawSenderMessage(page: LetterPage) {
  page.paragraph(page.text.words, { font: 'strong' })
  page.paragraph(page.text.givenBy, { colour: SOFT })
}

/** At the bottom of the page, or below the text of a long letter. */
function drawReference(page: LetterPage) {
  const { doc, sizes, text, width } = page
  const bottom = PAGE.height - sizes.edge - sizes.small * 1.5
  if (doc.y < bottom) doc.y = bottom
  page.add(
    'P',
    () =>
      void page
        .set('text', 8, SOFT)
        .text(text.reference, sizes.edge, doc.y, { width, lineBreak: false }),
  )
}

const COLUMN_GAP = 16

/** The three steps, side by side. */
function drawSteps(page: LetterPage) {
  const { doc, text, width } = page
  const { edge, small } = page.sizes
  const columnWidth = (width - 2 * COLUMN_GAP) / 3
  const y = doc.y
  let bottom = y
  for (const [index, [title, description]] of text.steps.entries()) {
    const x = edge + index * (columnWidth + COLUMN_GAP)
    page.add('P', () => {
      page
        .set('strong', small + 0.5, INK)
        .text(`${index + 1}. ${title}`, x, y, { width: columnWidth })
      page.set('text', small, INK).text(description, x, doc.y + 1, { width: columnWidth })
    })
    bottom = Math.max(bottom, doc.y)
  }
  doc.x = edge
  doc.y = bottom + 16
}
