// Its types declare only the default export.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'

import type { AssignedItem } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Attachment } from '#server/platform/services/service-ports.ts'
import { loadPdfFonts } from '#server/platform/pdf-fonts.ts'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { plainText } from '#server/modules/mail/layout/plain-text.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { loadPrintImage } from '#server/modules/media/print-image.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** A5 landscape, in PDF points. */
const PAGE = { width: 595.28, height: 419.53 }
const EDGE = 44
/** The width and height of the gift's picture on the page. */
const PICTURE = 170
const INK = '#22302b'
const SOFT = '#55635d'
/** In pixels. */
const PICTURE_WIDTH = 700

type GiftCard = {
  theme: MailTheme
  order: OrderRow
  item: Pick<AssignedItem, 'line' | 'unit' | 'handedAt'>
}

/**
 * A digital gift as a PDF: the gift, its recipient and its number. It is generated on each request with the same
 * content, and its structure is tagged for screen readers.
 */
export async function createGiftCard(
  shop: Shop,
  model: ChannelModel,
  { theme, order, item }: GiftCard,
): Promise<Attachment> {
  const line = order.lines.find(({ line }) => line === item.line)
  if (!line) throw new Error(`order ${order.number} has no line ${item.line}`)
  const fonts = await loadPdfFonts()
  const [logo, picture, description] = await Promise.all([
    loadPrintImage(shop, model.channel.logo, PICTURE_WIDTH),
    loadPrintImage(shop, line.picture, PICTURE_WIDTH),
    descriptionOf(shop, order, line),
  ])
  const reference = `${order.number}-${item.line}-${item.unit}`
  const page = new GiftCardPage(fonts, theme, line.name)
  page.shopLogo(logo)
  page.gift(line.name, picture)
  page.paragraph([line.brand, line.variant].filter(Boolean).join(' · '), 12, SOFT)
  const recipient = theme.say('digital-codes', 'document_for', { name: nameOf(order) })
  page.paragraph(recipient, 15, INK, 'strong')
  page.paragraph(description, 11, INK)
  page.footer(
    [
      theme.say('digital-codes', 'document_made', {
        order_number: order.number,
        date: theme.date(item.handedAt),
      }),
      theme.say('digital-codes', 'document_reference', { reference }),
    ].join(' · '),
  )
  return {
    name: `${theme.say('digital-codes', 'document_file')}-${reference}.pdf`,
    type: 'application/pdf',
    content: await page.end(),
  }
}

type PrintedPicture = Awaited<ReturnType<typeof loadPrintImage>>

/** The one page of the document, drawn from top to bottom. */
class GiftCardPage {
  readonly #theme: MailTheme
  readonly #doc: PDFKit.PDFDocument
  readonly #root: PDFKit.PDFStructureElement
  readonly #ended: Promise<unknown>
  readonly #chunks: Buffer[] = []
  /** Where the text begins: to the right of the picture, if there is one. */
  #left = EDGE

  constructor(fonts: Awaited<ReturnType<typeof loadPdfFonts>>, theme: MailTheme, giftName: string) {
    this.#theme = theme
    const doc = new PDFDocument({
      autoFirstPage: false,
      font: null,
      lang: theme.language,
      tagged: true,
      displayTitle: true,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      info: { Title: `${giftName}: ${theme.shopName}`, Author: theme.shopName },
    } as unknown as PDFKit.PDFDocumentOptions)
    doc.registerFont('text', fonts.text)
    doc.registerFont('strong', fonts.strong)
    doc.on('data', (bytes: Buffer) => this.#chunks.push(bytes))
    this.#ended = new Promise((resolve, reject) => {
      doc.on('end', resolve)
      doc.on('error', reject)
    })
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
    doc.addPage({
      size: [PAGE.width, PAGE.height],
      margins: { top: EDGE, bottom: EDGE / 2, left: EDGE, right: EDGE },
    })
    this.#doc = doc
  }

  shopLogo(logo: PrintedPicture) {
    const { shopName } = this.#theme
    if (logo)
      this.#add('Figure', () => void this.#doc.image(logo, EDGE, EDGE, { fit: [150, 40] }), {
        alt: shopName,
      })
    else
      this.#add(
        'P',
        () => void this.#setFont('strong', 13, INK).text(shopName, EDGE, EDGE, { width: 250 }),
      )
  }

  gift(name: string, picture: PrintedPicture) {
    const top = EDGE + 62
    this.#left = picture ? EDGE + PICTURE + 28 : EDGE
    this.#doc.x = this.#left
    this.#doc.y = top
    const title = this.#theme.headingColour
    const options = { width: this.#textWidth() }
    this.#add(
      'H1',
      () => void this.#setFont('strong', 26, title).text(name, this.#left, top, options),
    )
    if (picture)
      this.#add(
        'Figure',
        () => void this.#doc.image(picture, EDGE, top + 6, { fit: [PICTURE, PICTURE] }),
        { alt: name },
      )
  }

  paragraph(text: string, size: number, colour: string, font: 'text' | 'strong' = 'text') {
    const spaceLeft = PAGE.height - EDGE - 30 - this.#doc.y
    if (text === '' || spaceLeft < size * 2) return
    // Text that does not fit on the page is cut off. The shop shows all of it.
    this.#add(
      'P',
      () =>
        void this.#setFont(font, size, colour).text(text, this.#left, this.#doc.y + 6, {
          width: this.#textWidth(),
          height: spaceLeft,
          ellipsis: true,
          lineGap: size * 0.2,
        }),
    )
  }

  footer(text: string) {
    this.#add(
      'P',
      () =>
        void this.#setFont('text', 9, SOFT).text(text, EDGE, PAGE.height - EDGE - 10, {
          width: PAGE.width - 2 * EDGE,
          lineBreak: false,
        }),
    )
  }

  async end(): Promise<Buffer> {
    this.#root.end()
    this.#doc.end()
    await this.#ended
    return Buffer.concat(this.#chunks)
  }

  #textWidth() {
    return PAGE.width - EDGE - this.#left
  }

  #add(type: string, draw: () => void, options: object = {}) {
    const part = this.#doc.struct(type, options, draw)
    this.#root.add(part)
    part.end()
  }

  #setFont(font: 'text' | 'strong', size: number, colour: string) {
    return this.#doc.font(font).fontSize(size).fillColor(colour)
  }
}

const nameOf = ({ person }: OrderRow) =>
  [person.firstName, person.prefix, person.surname].filter(Boolean).join(' ')

/** The gift's description, in the order's language if there is one. */
async function descriptionOf({ sql }: Shop, order: OrderRow, { sku }: OrderLine) {
  const [text] = await sql<{ description: string }[]>`
    select description from product_text join article using (product_id)
    where sku = ${sku} and description is not null and channel_id in (${order.channelId}, ${SHARED_CHANNEL})
    order by (language = ${order.language}) desc, (channel_id = ${order.channelId}) desc, (language = 'nl') desc
    limit 1`
  return text ? plainText(text.description) : ''
}
