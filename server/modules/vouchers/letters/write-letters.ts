import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Readable } from 'node:stream'

// The types of the package have a default export only.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'

import { type Language, languageOf } from '#domain/language.ts'
import { localizedDate } from '#domain/content/text-template.ts'
import type { BatchRow } from '#server/modules/vouchers/batches/batch.sql.ts'
import type { ExportedCode } from '#server/modules/vouchers/code-export/export-codes.ts'
import type { CodesFile } from '#server/modules/vouchers/code-export/code-table.ts'
import { Download } from '#server/http/raw-response.ts'
import { loadPdfFonts } from '#server/platform/pdf-fonts.ts'
import { drawLetter } from '#server/modules/vouchers/letters/draw-letter.ts'
import type {
  LetterTheme,
  LetterText,
  OpenedImage,
} from '#server/modules/vouchers/letters/letter-layout.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { mailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { loadPrintImage } from '#server/modules/media/print-image.ts'

export type LetterOrder = CodesFile & {
  row: Pick<BatchRow, 'points' | 'sender_name' | 'sender_message' | 'sender_messages'>
  model: ChannelModel
  count: number
  print: 'usual' | 'large'
}

/** A PDF with one letter per code. It is streamed: of a finished letter only its position in the file stays in memory. */
export async function createLetters(
  shop: Shop,
  order: LetterOrder,
  codes: AsyncIterable<ExportedCode[]>,
): Promise<Download> {
  const fonts = await loadPdfFonts()
  const theme = await readLetterTheme(shop, order.model)
  const mail = mailTheme(shop.config, order.model, order.model.channel.defaultLanguage)

  async function* pages() {
    const chunks: Buffer[] = []
    const doc = new PDFDocument({
      autoFirstPage: false,
      // A font opened here and registered below would be opened again for every line.
      font: null,
      lang: mail.language,
      tagged: true,
      displayTitle: true,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      info: {
        Title: `${mail.say('voucher-letter', 'title')}: ${theme.shopName}`,
        Author: theme.shopName,
      },
    } as unknown as PDFKit.PDFDocumentOptions)
    doc.registerFont('text', fonts.text)
    doc.registerFont('strong', fonts.strong)
    doc.on('data', (bytes: Buffer) => chunks.push(bytes))
    const ended = new Promise((resolve, reject) => {
      doc.on('end', resolve)
      doc.on('error', reject)
    })
    // Opened once, because otherwise the file would contain it once per letter.
    const logo =
      theme.logo === null ? null : (doc as unknown as DocumentWithOpenImage).openImage(theme.logo)
    const root = doc.struct('Document')
    doc.addStructure(root)
    for await (const chunk of codes) {
      for (const voucher of chunk) {
        drawLetter(doc, root, letterText(shop, order, voucher), { ...theme, logo }, order.print)
        // A letter takes milliseconds: yield to other requests in between.
        await yieldToEventLoop()
      }
      yield Buffer.concat(chunks.splice(0))
    }
    root.end()
    doc.end()
    await ended
    yield Buffer.concat(chunks.splice(0))
  }

  const name = order.print === 'large' ? 'letters-large' : 'letters'
  return new Download(
    `batch-${order.batchId}-${name}.pdf`,
    'application/pdf',
    Readable.from(pages(), { objectMode: false, highWaterMark: 1 }),
  )
}

export function letterText(
  shop: Pick<Shop, 'config'>,
  order: Omit<LetterOrder, 'print'>,
  voucher: ExportedCode,
): LetterText {
  const { row, model, until, count } = order
  const language: Language = languageOf(voucher.language) ?? model.channel.defaultLanguage
  const { say, site, company, points } = mailTheme(shop.config, model, language)
  const { name, code, place } = voucher
  const words = voucher.words || row.sender_messages[language] || row.sender_message
  const contact = [company['telephone'], company['email']].filter(Boolean).join(', ')
  const line = (key: Parameters<typeof say<'voucher-letter'>>[1], values = {}) =>
    say('voucher-letter', key, values)
  return {
    language,
    sender: [
      company['company_name'],
      company['company_street_and_number'],
      company['company_postal_code_and_city'],
    ]
      .filter(Boolean)
      .join('\n'),
    name,
    heading: line('heading'),
    greeting: name === '' ? line('greeting_unknown') : line('greeting', { name }),
    intro: line('intro', { points: points(row.points) }),
    words,
    givenBy: row.sender_name === '' ? '' : line('given_by', { name: row.sender_name }),
    codeLabel: line('code'),
    code,
    link: order.link + code,
    where: line('where', { site: site.replace(/^https?:\/\//, '') }),
    until: until === null ? '' : line('until', { date: localizedDate(until, language) }),
    steps: [
      [line('step1'), line('step1_text')],
      [line('step2'), line('step2_text')],
      [line('step3'), line('step3_text')],
    ],
    help: contact === '' ? '' : line('help', { contact }),
    lost: line('lost'),
    keep: line('keep'),
    reference: [line('reference', { batch: order.batchId, place, count }), voucher.department]
      .filter((part) => part !== '')
      .join(' · '),
  }
}

/** Draws letters to count their pages, without storing them. */
export async function createTestSheets(shop: Shop, model: ChannelModel) {
  const fonts = await loadPdfFonts()
  const { logo, ...theme } = await readLetterTheme(shop, model)
  const doc = new PDFDocument({
    autoFirstPage: false,
    font: null,
  } as unknown as PDFKit.PDFDocumentOptions)
  doc.registerFont('text', fonts.text)
  doc.registerFont('strong', fonts.strong)
  doc.resume()
  const testTheme = {
    ...theme,
    logo: logo === null ? null : (doc as unknown as DocumentWithOpenImage).openImage(logo),
  }
  const root = doc.struct('Document')
  doc.addStructure(root)
  let pages = 0
  doc.on('pageAdded', () => (pages += 1))
  return {
    hasLogo: logo !== null,
    pagesOf(text: LetterText, print: LetterOrder['print']): number {
      const pagesBefore = pages
      drawLetter(doc, root, text, testTheme, print)
      return pages - pagesBefore
    },
  }
}

/** A method that the types of the package lack. */
type DocumentWithOpenImage = { openImage(bytes: Buffer): OpenedImage }

const LOGO_WIDTH = 600

async function readLetterTheme(
  shop: Shop,
  model: ChannelModel,
): Promise<Omit<LetterTheme, 'logo'> & { logo: Buffer | null }> {
  const { channel } = model
  const { headingColour, colour } = mailTheme(shop.config, model, channel.defaultLanguage)
  return {
    shopName: channel.name,
    heading: headingColour,
    tint: lightTintOf(colour),
    logo: await loadPrintImage(shop, channel.logo, LOGO_WIDTH),
  }
}

/** A light tint of the channel's colour on which black and grey text are readable. */
function lightTintOf(colour: string): string {
  const lighten = (start: number) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16)
    return Math.round(255 - (255 - value) * 0.18)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${lighten(1)}${lighten(3)}${lighten(5)}`
}
