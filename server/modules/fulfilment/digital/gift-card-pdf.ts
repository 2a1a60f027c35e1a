// Its types know the default only.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'

import type { AssignedItem } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Attachment } from '#server/platform/services/service-ports.ts'
import { letterFonts } from '#server/platform/pdf-fonts.ts'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { plainText } from '#server/modules/mail/layout/plain-text.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { printedPicture } from '#server/modules/media/print-image.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** Points of an A5 page, on its side. */
const PAGE = { width: 595.28, height: 419.53 }
const EDGE = 44
const PICTURE = 170
const INK = '#22302b'
const SOFT = '#55635d'
const PICTURE_WIDTH = 700

type Made = {
  look: MailTheme
  order: OrderRow
  piece: Pick<AssignedItem, 'line' | 'unit' | 'handedAt'>
}

/**
 * A digital gift as a PDF: the gift, its recipient and its number. It is generated on each request with the same
 * content, and its structure is tagged for screen readers.
 */
export async function createdGift(
  shop: Shop,
  model: ChannelModel,
  { look, order, piece }: Made,
): Promise<Attachment> {
  const line = order.lines.find((one) => one.line === piece.line)
  if (!line) throw new Error(`order ${order.number} has no line ${piece.line}`)
  const fonts = await letterFonts()
  const [logo, picture, description] = await Promise.all([
    printedPicture(shop, model.channel.logo, PICTURE_WIDTH),
    printedPicture(shop, line.picture, PICTURE_WIDTH),
    descriptionOf(shop, order, line),
  ])
  const reference = `${order.number}-${piece.line}-${piece.unit}`
  const made: Buffer[] = []
  const doc = new PDFDocument({
    autoFirstPage: false,
    font: null,
    lang: look.language,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    info: { Title: `${line.name}: ${look.shopName}`, Author: look.shopName },
  } as unknown as PDFKit.PDFDocumentOptions)
  doc.registerFont('text', fonts.text)
  doc.registerFont('strong', fonts.strong)
  doc.on('data', (bytes: Buffer) => made.push(bytes))
  const ended = new Promise((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.addPage({
    size: [PAGE.width, PAGE.height],
    margins: { top: EDGE, bottom: EDGE / 2, left: EDGE, right: EDGE },
  })
  const add = (type: string, draw: () => void, options: object = {}) => {
    const part = doc.struct(type, options, draw)
    root.add(part)
    part.end()
  }
  const set = (font: 'text' | 'strong', size: number, colour: string) =>
    doc.font(font).fontSize(size).fillColor(colour)

  if (logo)
    add('Figure', () => void doc.image(logo, EDGE, EDGE, { fit: [150, 40] }), {
      alt: look.shopName,
    })
  else add('P', () => void set('strong', 13, INK).text(look.shopName, EDGE, EDGE, { width: 250 }))
  const x = picture ? EDGE + PICTURE + 28 : EDGE
  const width = PAGE.width - EDGE - x
  const top = EDGE + 62
  doc.x = x
  doc.y = top
  add('H1', () => void set('strong', 26, look.headingColour).text(line.name, x, top, { width }))
  if (picture)
    add('Figure', () => void doc.image(picture, EDGE, top + 6, { fit: [PICTURE, PICTURE] }), {
      alt: line.name,
    })
  const paragraph = (
    words: string,
    size: number,
    colour: string,
    font: 'text' | 'strong' = 'text',
  ) => {
    const left = PAGE.height - EDGE - 30 - doc.y
    if (words === '' || left < size * 2) return
    // Text that does not fit on the page is cut off: the shop shows all of it.
    add(
      'P',
      () =>
        void set(font, size, colour).text(words, x, doc.y + 6, {
          width,
          height: left,
          ellipsis: true,
          lineGap: size * 0.2,
        }),
    )
  }
  paragraph([line.brand, line.variant].filter(Boolean).join(' · '), 12, SOFT)
  paragraph(look.say('digital-codes', 'document_for', { name: nameOf(order) }), 15, INK, 'strong')
  paragraph(description, 11, INK)
  const foot = [
    look.say('digital-codes', 'document_made', {
      order_number: order.number,
      date: look.date(piece.handedAt),
    }),
    look.say('digital-codes', 'document_reference', { reference }),
  ].join(' · ')
  add(
    'P',
    () =>
      void set('text', 9, SOFT).text(foot, EDGE, PAGE.height - EDGE - 10, {
        width: PAGE.width - 2 * EDGE,
        lineBreak: false,
      }),
  )
  root.end()
  doc.end()
  await ended
  return {
    name: `${look.say('digital-codes', 'document_file')}-${reference}.pdf`,
    type: 'application/pdf',
    content: Buffer.concat(made),
  }
}

const nameOf = ({ person }: OrderRow) =>
  [person.firstName, person.prefix, person.surname].filter(Boolean).join(' ')

/** The gift's description, in the order's language if there is one. */
async function descriptionOf({ sql }: Shop, order: OrderRow, { sku }: OrderLine) {
  const [said] = await sql<{ description: string }[]>`
    select description from product_text join article using (product_id)
    where sku = ${sku} and description is not null and channel_id in (${order.channelId}, ${SHARED_CHANNEL})
    order by (language = ${order.language}) desc, (channel_id = ${order.channelId}) desc, (language = 'nl') desc
    limit 1`
  return said ? plainText(said.description) : ''
}
