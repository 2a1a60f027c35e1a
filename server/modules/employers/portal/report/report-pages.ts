// The types declare only the default export.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'

import type { PdfFonts } from '#server/platform/pdf-fonts.ts'

/** A4, in PDF points. */
const PAGE = { width: 595.28, height: 841.89 }
export const EDGE = 48
export const WIDTH = PAGE.width - 2 * EDGE
const FOOT = 40
/** The space between the last part and the footer. */
const GAP = 16
export const INK = '#22302b'
export const SOFT = '#55635d'
export const LINE = '#dfe4e0'

type TextStyle = {
  x?: number
  y?: number
  width?: number
  size?: number
  font?: 'text' | 'strong'
  colour?: string
  align?: 'left' | 'right' | 'center'
}

/** The pages of a report, drawn from top to bottom and tagged for screen readers. */
export class ReportPages {
  readonly doc: PDFKit.PDFDocument
  readonly #root: PDFKit.PDFStructureElement
  readonly #ended: Promise<unknown>
  readonly #chunks: Buffer[] = []
  readonly #foot: (page: number) => string
  readonly #band: string
  #page = 0
  /** The top of the next part. */
  y = EDGE

  constructor(
    fonts: PdfFonts,
    document: {
      language: string
      title: string
      author: string
      band: string
      foot: (page: number) => string
    },
  ) {
    const doc = new PDFDocument({
      autoFirstPage: false,
      font: null,
      lang: document.language,
      tagged: true,
      displayTitle: true,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      info: { Title: document.title, Author: document.author },
    } as unknown as PDFKit.PDFDocumentOptions)
    doc.registerFont('text', fonts.text)
    doc.registerFont('strong', fonts.strong)
    doc.on('data', (bytes: Buffer) => this.#chunks.push(bytes))
    this.#ended = new Promise((resolve, reject) => {
      doc.on('end', resolve)
      doc.on('error', reject)
    })
    this.doc = doc
    this.#band = document.band
    this.#foot = document.foot
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
    this.#addPage()
  }

  /** Starts a new page if a part of this height does not fit. */
  reserve(height: number) {
    if (this.y + height > PAGE.height - FOOT - GAP) this.#addPage()
  }

  add(type: string, draw: () => void, options: object = {}) {
    this.append(this.#root, type, draw, options)
  }

  append(parent: PDFKit.PDFStructureElement, type: string, draw: () => void, options: object = {}) {
    const part = this.doc.struct(type, options, draw)
    parent.add(part)
    part.end()
  }

  /** A part that contains other parts. */
  open(type: string, parent: PDFKit.PDFStructureElement = this.#root): PDFKit.PDFStructureElement {
    const part = this.doc.struct(type)
    parent.add(part)
    return part
  }

  /** Decoration that screen readers ignore. */
  decorate(draw: () => void) {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  write(text: string, style: TextStyle = {}) {
    const { x = EDGE, y = this.y, width = WIDTH, size = 10.5, font = 'text' } = style
    this.doc
      .font(font)
      .fontSize(size)
      .fillColor(style.colour ?? INK)
      .text(text, x, y, { width, align: style.align ?? 'left', lineGap: size * 0.2 })
  }

  heightOf(text: string, { width = WIDTH, size = 10.5, font = 'text' }: TextStyle = {}): number {
    return this.doc
      .font(font)
      .fontSize(size)
      .heightOfString(text, { width, lineGap: size * 0.2 })
  }

  /** A paragraph or heading of full width. The next part starts below it. */
  paragraph(type: 'H1' | 'H2' | 'P', text: string, style: TextStyle & { gap?: number } = {}) {
    if (text === '') return
    this.reserve(this.heightOf(text, style))
    this.add(type, () => this.write(text, style))
    this.y = this.doc.y + (style.gap ?? 6)
  }

  async end(): Promise<Buffer> {
    this.#root.end()
    this.doc.end()
    await this.#ended
    return Buffer.concat(this.#chunks)
  }

  #addPage() {
    this.#page += 1
    // Without a bottom margin the footer would start a new page.
    this.doc.addPage({
      size: [PAGE.width, PAGE.height],
      margins: { top: EDGE, bottom: 0, left: EDGE, right: EDGE },
    })
    this.decorate(() => {
      this.doc.rect(0, 0, PAGE.width, 6).fill(this.#band)
      this.write(this.#foot(this.#page), {
        y: PAGE.height - FOOT,
        size: 8.5,
        colour: SOFT,
      })
    })
    this.y = EDGE
  }
}
