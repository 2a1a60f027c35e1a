import { encode } from 'uqr'

import { splitCode } from '#domain/vouchers/voucher-code.ts'
import {
  ABOVE_CODE,
  CODE_PAD,
  codeHeight,
  INK,
  type LetterLook,
  type LetterText,
  PAGE,
  type Print,
  sheet,
  SOFT,
} from '#server/modules/vouchers/letters/letter-layout.ts'
import type { LetterPage } from '#server/modules/vouchers/letters/letter-page.ts'

const QR_QUIET = 4

/** The code, its QR, and where and until when it can be used, in a box. */
export function drawCodeBlock(
  page: LetterPage,
  text: LetterText,
  { tint }: LetterLook,
  print: Print,
) {
  const { doc, sizes, width } = page
  const { edge, qr } = sizes
  const large = print === 'large'
  const height = codeHeight(sizes, print)
  if (doc.y + height > PAGE.height - edge) doc.addPage(sheet(edge))
  const y = doc.y + ABOVE_CODE
  drawBox(page, { y, height, colour: large ? '#ffffff' : tint, outlined: large })
  const qrY = y + CODE_PAD + (large ? sizes.code * 1.4 : 0)
  const beside = edge + CODE_PAD * 2 + qr
  const place = { width: edge + width - CODE_PAD - beside }
  if (!large)
    page.add(
      'P',
      () =>
        void page
          .set('text', sizes.small, SOFT)
          .text(text.codeLabel, beside, y + CODE_PAD + 8, place),
    )
  drawCode(page, text.code, { print, x: large ? edge + CODE_PAD * 1.5 : beside, boxTop: y })
  page.add('Figure', () => drawQr(doc, text.link, edge + CODE_PAD, qrY, qr), { alt: text.where })
  const afterCode = large ? qrY : y + CODE_PAD + 8 + sizes.small * 1.5 + sizes.code * 1.55
  const size = large ? sizes.text : sizes.small
  page.add('P', () => void page.set('text', size, INK).text(text.where, beside, afterCode, place))
  if (text.until !== '')
    page.add(
      'P',
      () => void page.set('strong', size, INK).text(text.until, beside, doc.y + 4, place),
    )
  doc.x = edge
  doc.y = y + height
}

function drawBox(
  { doc, sizes: { edge }, width }: LetterPage,
  { y, height, colour, outlined }: { y: number; height: number; colour: string; outlined: boolean },
) {
  doc.markContent('Artifact')
  doc.roundedRect(edge, y, width, height, 8).fillColor(colour).fill()
  if (outlined) doc.roundedRect(edge, y, width, height, 8).lineWidth(2).strokeColor(INK).stroke()
  doc.endMarkedContent()
}

function drawCode(
  page: LetterPage,
  code: string,
  { print, x, boxTop }: { print: Print; x: number; boxTop: number },
) {
  const large = print === 'large'
  page.add(
    'P',
    () =>
      void page
        .set('strong', page.sizes.code, INK)
        .text(splitCode(code).join('  '), x, large ? boxTop + CODE_PAD * 0.7 : page.doc.y + 2, {
          characterSpacing: large ? 1.5 : 1,
          lineBreak: false,
        }),
    // Spoken letter by letter, as it is typed.
    { actual: code.split('').join(' ') },
  )
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
