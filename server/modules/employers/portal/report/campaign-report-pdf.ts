import type { PortalTheme } from '#domain/channels/portal-theme.ts'
import { contrast } from '#domain/channels/theme-contrast.ts'
import { shareInSteps } from '#domain/employers/campaign-charts.ts'
import { drawCurve } from '#server/modules/employers/portal/report/draw-curve.ts'
import { drawDepartments } from '#server/modules/employers/portal/report/draw-departments.ts'
import type { CampaignReport, Figure } from '#server/modules/employers/portal/report/report-data.ts'
import {
  EDGE,
  INK,
  LINE,
  ReportPages,
  SOFT,
  WIDTH,
} from '#server/modules/employers/portal/report/report-pages.ts'
import type { ReportTexts } from '#server/modules/employers/portal/report/report-texts.ts'
import { loadPdfFonts } from '#server/platform/pdf-fonts.ts'

const RING = { radius: 40, line: 9 }
const HEADER_HEIGHT = 56

/** A campaign as a PDF: employer, key figures, curve and departments. */
export async function campaignReportPdf(
  report: CampaignReport,
  texts: ReportTexts,
): Promise<Buffer> {
  const { employer, campaign, theme, figures, until } = report
  const { translate } = texts
  const title = `${translate('title')}: ${campaign.name}`
  const pages = new ReportPages(await loadPdfFonts(), {
    language: texts.language,
    title,
    author: employer,
    band: theme.heading,
    foot: (page) => `${employer} · ${title} · ${translate('page', { page: texts.number(page) })}`,
  })
  drawHeader(pages, report, texts)
  pages.paragraph('H1', campaign.name, {
    size: 26,
    font: 'strong',
    colour: contrast(theme.heading, '#ffffff') >= READABLE ? theme.heading : INK,
    gap: 2,
  })
  pages.paragraph('P', campaignFacts(report, texts), { colour: SOFT, gap: 14 })
  const total = figures.find(({ department }) => department === '')
  if (!total || until === null) {
    pages.paragraph('P', translate('none'))
    return pages.end()
  }
  drawFigures(pages, total, { theme, texts })
  drawCurve(pages, { total, campaign, until }, { theme, texts })
  const departments = figures.filter((figure) => figure !== total)
  if (departments.length > 0) drawDepartments(pages, departments, { theme, texts })
  pages.paragraph('P', translate('privacy'), { size: 9, colour: SOFT })
  return pages.end()
}

const READABLE = 4.5

/** The employer's logo or name, and on the right the title. */
function drawHeader(
  pages: ReportPages,
  { employer, logo, until }: CampaignReport,
  texts: ReportTexts,
) {
  const { doc } = pages
  if (logo)
    pages.add('Figure', () => void doc.image(logo, EDGE, EDGE, { fit: [150, 40] }), {
      alt: employer,
    })
  else pages.add('P', () => pages.write(employer, { width: WIDTH / 2, size: 15, font: 'strong' }))
  const lines = [
    texts.translate('title'),
    until && texts.translate('figuresOf', { date: texts.day(until) }),
  ]
  pages.add('P', () =>
    pages.write(lines.filter(Boolean).join('\n'), {
      x: EDGE + WIDTH / 2,
      y: EDGE,
      width: WIDTH / 2,
      size: 9.5,
      colour: SOFT,
      align: 'right',
    }),
  )
  pages.y = EDGE + HEADER_HEIGHT
}

function campaignFacts(
  { campaign, figures }: CampaignReport,
  { translate, number, day }: ReportTexts,
) {
  const { batches, started, last_day } = campaign
  const people = figures.find(({ department }) => department === '')?.people
  const points = [...new Set(batches.map((batch) => batch.points))].toSorted((a, b) => a - b)
  return [
    people === undefined ? '' : translate('people', { count: number(people) }),
    points.length === 0 ? '' : translate('pointsEach', { points: points.map(number).join(' / ') }),
    started === null ? '' : translate('from', { day: day(started) }),
    last_day === null ? '' : translate('until', { day: day(last_day) }),
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}

type ReportStyle = { theme: PortalTheme; texts: ReportTexts }

/** The ring, and next to it the published figures. */
function drawFigures(pages: ReportPages, total: Figure, { theme, texts }: ReportStyle) {
  const { translate, number } = texts
  const { people, came } = total
  const sentence =
    came === null
      ? translate('few')
      : translate('progress', { came: number(came), people: number(people) })
  const top = pages.y
  pages.add(
    'Figure',
    () => drawRing(pages, came === null ? 0 : shareInSteps(came, people), { theme, texts }),
    {
      alt: sentence,
    },
  )
  const left = EDGE + 2 * RING.radius + 40
  const columnWidth = (EDGE + WIDTH - left) / 2
  const facts = [
    [translate('came'), came],
    [translate('ordered'), total.ordered],
    [translate('sent'), total.sent || null],
    [translate('points'), total.spent_points],
  ] as const
  const published = facts.filter(([, value]) => value !== null)
  for (const [index, [label, value]] of published.entries()) {
    const position = { x: left + (index % 2) * columnWidth, width: columnWidth - 12 }
    const y = top + Math.floor(index / 2) * 46
    pages.add('P', () => {
      pages.write(texts.numberOrDash(value), { ...position, y, size: 15, font: 'strong' })
      pages.write(label, { ...position, y: y + 21, size: 9.5, colour: SOFT })
    })
  }
  pages.y = top + 2 * (RING.radius + RING.line) + 4
  pages.paragraph('P', sentence, { gap: 14 })
}

/** A ring that is filled clockwise from the top by this share. */
function drawRing({ doc, y: top }: ReportPages, share: number, { theme, texts }: ReportStyle) {
  const { radius, line } = RING
  const [x, y] = [EDGE + radius + line / 2, top + radius + line / 2]
  doc.lineWidth(line).strokeColor(LINE).circle(x, y, radius).stroke()
  if (share > 0) {
    const angle = (2 * Math.PI * Math.min(share, 99.9)) / 100
    const [endX, endY] = [x + radius * Math.sin(angle), y - radius * Math.cos(angle)]
    const large = share > 50 ? 1 : 0
    doc
      .path(`M${x} ${y - radius}A${radius} ${radius} 0 ${large} 1 ${endX} ${endY}`)
      .lineCap('round')
      .strokeColor(theme.ink)
      .stroke()
    doc.lineCap('butt')
  }
  doc
    .font('strong')
    .fontSize(18)
    .fillColor(INK)
    .text(share > 0 ? texts.percent(share) : '–', x - radius, y - 12, {
      width: 2 * radius,
      align: 'center',
    })
}
