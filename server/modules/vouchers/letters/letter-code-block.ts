import { encode } from 'uqr'

import { splitCode } from '#domain/vouchers/voucher-code.ts'
import {
  ABOVE_CODE,
  CODE_PAD,
  codeHeight,
  INK,
  type LetterTheme,
  type LetterText,
  PAGE,
  type Print,
  sheet,
  SOFT,
} from '#server/modules/vouchers/letters/letter-layout.ts'
import type { LetterPage } from '#server/modules/vouchers/letters/letter-page.ts'

/** In modules of the QR image. */
const QUIET_ZONE = 4

/** Draws the box with the code, its QR image, the address of the shop and the last valid day. */
export function drawCodeBlock(
  page: LetterPage,
  text: LetterText,
  { tint }: LetterTheme,
  print: Print,
) {
  const { doc, sizes, width } = page
  const { edge, qr } = sizes
  const isLarge = print === 'large'
  const height = codeHeight(sizes, print)
  if (doc.y + height > PAGE.height - edge) doc.addPage(sheet(edge))
  const y = doc.y + ABOVE_CODE
  drawBox(page, { y, height, colour: isLarge ? '#ffffff' : tint, isOutlined: isLarge })
  const qrY = y + CODE_PAD + (isLarge ? sizes.code * 1.4 : 0)
  const textX = edge + CODE_PAD * 2 + qr
  const textOptions = { width: edge + width - CODE_PAD - textX }
  if (!isLarge)
    page.add(
      'P',
      () =>
        void page
          .set('text', sizes.small, SOFT)
          .text(text.codeLabel, textX, y + CODE_PAD + 8, textOptions),
    )
  drawCode(page, text.code, { print, x: isLarge ? edge + CODE_PAD * 1.5 : textX, boxTop: y })
  page.add('Figure', () => drawQr(doc, text.link, edge + CODE_PAD, qrY, qr), { alt: text.where })
  const afterCodeY = isLarge ? qrY : y + CODE_PAD + 8 + sizes.small * 1.5 + sizes.code * 1.55
  const size = isLarge ? sizes.text : sizes.small
  page.add(
    'P',
    () => void page.set('text', size, INK).text(text.where, textX, afterCodeY, textOptions),
  )
  if (text.until !== '')
    page.add(
      'P',
      () => void page.set('strong', size, INK).text(text.until, textX, doc.y + 4, textOptions),
    )
  doc.x = edge
  doc.y = y + height
}

function drawBox(
  { doc, sizes: { edge }, width }: LetterPage,
  {
    y,
    height,
    colour,
    isOutlined,
  }: { y: number; height: number; colour: string; isOutlined: boolean },
) {
  doc.markContent('Artifact')
  doc.roundedRect(edge, y, width, height, 8).fillColor(colour).fill()
  if (isOutlined) doc.roundedRect(edge, y, width, height, 8).lineWidth(2).strokeColor(INK).stroke()
  doc.endMarkedContent()
}

function drawCode(
  page: LetterPage,
  code: string,
  { print, x, boxTop }: { print: Print; x: number; boxTop: number },
) {
  const isLarge = print === 'large'
  page.add(
    'P',
    () =>
      void page
        .set('strong', page.sizes.code, INK)
        .text(splitCode(code).join('  '), x, isLarge ? boxTop + CODE_PAD * 0.7 : page.doc.y + 2, {
          characterSpacing: isLarge ? 1.5 : 1,
          lineBreak: false,
        }),
    // Screen readers read it letter by letter.
    { actual: code.split('').join(' ') },
  )
}

/** Dark on white in every theme, with the quiet zone that scanners need. */
function drawQr(doc: PDFKit.PDFDocument, link: string, x: number, y: number, size: number) {
  const { data, size: modules } = encode(link, { ecc: 'M', border: 0 })
  const unit = size / (modules + 2 * QUIET_ZONE)
  doc.rect(x, y, size, size).fillColor('#ffffff').fill()
  for (const [row, cells] of data.entries()) {
    // Neighbouring dark modules are one rectangle, which makes the file smaller.
    for (let start = 0; start < modules; start++) {
      if (!cells[start]) continue
      let end = start
      while (cells[end + 1]) end += 1
      doc.rect(
        x + (start + QUIET_ZONE) * unit,
        y + (row + QUIET_ZONE) * unit,
        (end - start + 1) * unit,
        unit,
      )
      start = end
    }
  }
  doc.fillColor('#000000').fill()
}
