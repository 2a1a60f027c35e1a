import { drawCodeBlock } from '#server/modules/vouchers/letters/letter-code-block.ts'
import {
  CODE_GAP,
  HEADING_GAP,
  INK,
  largeGapShare,
  LAST_GAP,
  type LetterLook,
  type LetterText,
  PAGE,
  type Print,
  SOFT,
} from '#server/modules/vouchers/letters/letter-layout.ts'
import { LetterPage } from '#server/modules/vouchers/letters/letter-page.ts'

/**
 * Draws one letter: its own page, with one code and one QR. The text is tagged in reading order, for screen readers.
 */
export function drawLetter(
  doc: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  text: LetterText,
  look: LetterLook,
  print: Print,
) {
  const page = new LetterPage(doc, root, text, print)
  const { sizes } = page
  drawTop(page, look)
  if (print === 'large') page.gapShare = largeGapShare(doc, text, sizes)
  drawHeading(page, look)
  page.paragraph(text.greeting)
  page.paragraph(text.intro)
  if (print === 'usual') drawSenderWords(page)

  drawCodeBlock(page, text, look, print)
  page.skip(sizes.text * CODE_GAP)

  if (print === 'large') drawSenderWords(page)
  if (print === 'usual') drawSteps(page)
  for (const words of [text.keep, text.help, text.lost])
    page.paragraph(words, { size: sizes.small, gap: LAST_GAP })
  if (print === 'usual') drawReference(page)
  page.end()
}

/** The shop's logo or name, and on the right the sender, or in large print the reference. */
function drawTop(page: LetterPage, look: LetterLook) {
  const { doc, sizes, text, print, width } = page
  const { edge } = sizes
  const top = edge * 0.75
  if (look.logo) {
    const { logo } = look
    page.add('Figure', () => void doc.image(logo as never, edge, top, { fit: [150, 44] }), {
      alt: look.shopName,
    })
  } else {
    page.add(
      'P',
      () => void page.set('strong', sizes.text + 3, INK).text(look.shopName, edge, top, { width }),
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
  // A long letter would have no room for it at the bottom, and an extra page for it would be useless.
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

function drawHeading(page: LetterPage, look: LetterLook) {
  const { doc, sizes, text, width } = page
  page.add(
    'H1',
    () =>
      void page
        .set('strong', sizes.heading, look.heading)
        .text(text.heading, sizes.edge, doc.y, { width }),
  )
  page.skip(sizes.text * HEADING_GAP)
}

function drawSenderWords(page: LetterPage) {
  page.paragraph(page.text.words, { font: 'strong' })
  page.paragraph(page.text.givenBy, { colour: SOFT })
}

/** At the bottom of the page, or below the text of a long letter. */
function drawReference(page: LetterPage) {
  const { doc, sizes, text, width } = page
  const last = PAGE.height - sizes.edge - sizes.small * 1.5
  if (doc.y < last) doc.y = last
  page.add(
    'P',
    () =>
      void page
        .set('text', 8, SOFT)
        .text(text.reference, sizes.edge, doc.y, { width, lineBreak: false }),
  )
}

function drawSteps(page: LetterPage) {
  const { doc, text, width } = page
  const { edge, small } = page.sizes
  const each = (width - 2 * 16) / 3
  const y = doc.y
  let end = y
  for (const [at, [title, words]] of text.steps.entries()) {
    const x = edge + at * (each + 16)
    page.add('P', () => {
      page.set('strong', small + 0.5, INK).text(`${at + 1}. ${title}`, x, y, { width: each })
      page.set('text', small, INK).text(words, x, doc.y + 1, { width: each })
    })
    end = Math.max(end, doc.y)
  }
  doc.x = edge
  doc.y = end + 16
}
