import { PDFiumLibrary } from '@hyzyla/pdfium'
// Its types know the default only.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { loadPdfFonts } from '#server/platform/pdf-fonts.ts'

let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
})
afterAll(() => pdfium.destroy())

/** The words of a document as programs read them. */
async function extractText(words: string) {
  const { text } = await loadPdfFonts()
  const doc = new PDFDocument({ font: null } as unknown as PDFKit.PDFDocumentOptions)
  const parts: Buffer[] = []
  doc.on('data', (bytes: Buffer) => parts.push(bytes))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  doc.font(text).text(words)
  doc.end()
  await ended
  const document = await pdfium.loadDocument(Buffer.concat(parts))
  const read = [...document.pages()].map((page) => page.getText()).join('')
  document.destroy()
  return read.trim()
}

it('writes characters that can be extracted again, also if they were part of another character before', async () => {
  // The dot in the middle is drawn as a raised full stop, ẚ with ʾ as its second part.
  expect(await extractText('Drie · vier ẚ')).toBe('Drie · vier ẚ')
  expect(await extractText('Vijf. Zes ʾ')).toBe('Vijf. Zes ʾ')
})
