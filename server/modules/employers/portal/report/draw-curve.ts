import type { PortalTheme } from '#domain/channels/portal-theme.ts'
import { nextEnd } from '#domain/employers/campaign-end.ts'
import { type CurveShape, curveShape } from '#domain/employers/campaign-charts.ts'
import type { CampaignReport, Figure } from '#server/modules/employers/portal/report/report-data.ts'
import {
  EDGE,
  LINE,
  type ReportPages,
  SOFT,
  WIDTH,
} from '#server/modules/employers/portal/report/report-pages.ts'
import type { ReportTexts } from '#server/modules/employers/portal/report/report-texts.ts'

const HEIGHT = 140
/** The heights of the heading above the curve and of the labels below it. */
const HEADING_HEIGHT = 40
const LABELS_HEIGHT = 42
const LABEL_LINE_HEIGHT = 12
/** The width of the label at the end of the curve, and its distance from the end. */
const END_LABEL = { width: 120, gap: 8 }
const TODAY_LABEL_WIDTH = 80
/** The background of the days after today. */
const TINT = '#f4f6f4'

type CurveDrawing = {
  shape: CurveShape
  people: number
  lastDay: string | null
  theme: PortalTheme
  texts: ReportTexts
}

/** Draws the activations until today, from published figures only. The axis ends on the campaign's last day. */
export function drawCurve(
  pages: ReportPages,
  {
    total,
    campaign,
    until,
  }: { total: Figure; campaign: CampaignReport['campaign']; until: string },
  { theme, texts }: { theme: PortalTheme; texts: ReportTexts },
) {
  const { translate, number } = texts
  const { people } = total
  const lastDay = nextEnd(campaign)
  const curve = {
    people,
    steps: total.came_by_night,
    started: campaign.started ?? until,
    lastDay,
    until,
  }
  const shape = curveShape(curve, { width: WIDTH, height: HEIGHT })
  const drawing = { shape, people, lastDay, theme, texts }
  pages.reserve(HEADING_HEIGHT + HEIGHT + LABELS_HEIGHT)
  pages.paragraph('H2', translate('curve'), { size: 13, font: 'strong', gap: 10 })
  const { activated } = shape.end
  const alt =
    activated === 0
      ? translate('few')
      : translate('progress', { came: number(activated), people: number(people) })
  pages.add('Figure', () => drawLines(pages, drawing), { alt })
  drawLabels(pages, drawing)
  pages.y += HEIGHT + LABELS_HEIGHT
}

function drawLines({ doc, y: top }: ReportPages, { shape, theme }: CurveDrawing) {
  const { end, today } = shape
  doc.save().translate(EDGE, top)
  if (today !== null) doc.rect(today, 0, WIDTH - today, HEIGHT).fill(TINT)
  doc.lineWidth(0.75).strokeColor(LINE)
  for (const y of [0, HEIGHT / 2, HEIGHT]) doc.moveTo(0, y).lineTo(WIDTH, y).stroke()
  doc.fillOpacity(0.14).path(shape.area).fill(theme.ink).fillOpacity(1)
  doc.lineWidth(2).path(shape.line).stroke(theme.ink)
  if (today !== null) {
    doc.lineWidth(0.75).dash(3, { space: 3 }).moveTo(today, 0).lineTo(today, HEIGHT)
    doc.stroke(SOFT).undash()
  }
  if (end.activated > 0) doc.circle(end.x, end.y, 3.5).fill(theme.ink)
  doc.restore()
}

function drawLabels(pages: ReportPages, { shape, people, lastDay, texts }: CurveDrawing) {
  const { translate, number, day } = texts
  const { end, today, from, to, lastDayIsBeyond } = shape
  const { y: top } = pages
  // Today's label has a line of its own, so that it does not overlap the labels at the ends.
  const firstLine = top + HEIGHT + 4
  const lastLine = today === null ? firstLine : firstLine + LABEL_LINE_HEIGHT
  const label = (text: string, style: Parameters<ReportPages['write']>[1]) =>
    pages.add('P', () => pages.write(text, { size: 8.5, colour: SOFT, ...style }))
  label(translate('people', { count: number(people) }), { y: top + 3 })
  if (end.activated > 0) {
    const isInRightHalf = end.x > WIDTH / 2
    const offset = isInRightHalf ? -END_LABEL.gap - END_LABEL.width : END_LABEL.gap
    label(number(end.activated), {
      x: EDGE + end.x + offset,
      y: top + end.y - 16,
      width: END_LABEL.width,
      font: 'strong',
      align: isInRightHalf ? 'right' : 'left',
    })
  }
  if (today !== null) {
    label(translate('today'), { ...todayLabelPosition(today), y: firstLine })
  }
  label(day(from), { y: lastLine })
  const endLabel = lastDay === null ? day(to) : translate('lastDay', { day: day(lastDay) })
  label(lastDayIsBeyond ? `${endLabel} ›` : endLabel, { y: lastLine, align: 'right' })
}

/** Centred below today's line, but within the width of the curve. */
function todayLabelPosition(today: number) {
  const width = TODAY_LABEL_WIDTH
  const left = today - width / 2
  if (left <= 0) return { x: EDGE, width, align: 'left' as const }
  if (left > WIDTH - width) return { x: EDGE + WIDTH - width, width, align: 'right' as const }
  return { x: EDGE + left, width, align: 'center' as const }
}
