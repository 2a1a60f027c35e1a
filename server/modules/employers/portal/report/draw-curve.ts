import type { PortalTheme } from '#domain/channels/portal-theme.ts'
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
const TINT = '#f4f6f4'

type Drawn = {
  shape: CurveShape
  people: number
  isEndless: boolean
  theme: PortalTheme
  texts: ReportTexts
}

/** Activations so far against the last day, from the nightly figures only. */
export function drawCurve(
  pages: ReportPages,
  {
    whole,
    campaign,
    until,
  }: { whole: Figure; campaign: CampaignReport['campaign']; until: string },
  { theme, texts }: { theme: PortalTheme; texts: ReportTexts },
) {
  const { say, number } = texts
  const { people } = whole
  const curve = {
    people,
    steps: whole.came_by_night,
    started: campaign.started ?? until,
    lastDay: campaign.last_day,
    until,
  }
  const shape = curveShape(curve, { width: WIDTH, height: HEIGHT })
  const drawn = { shape, people, isEndless: campaign.last_day === null, theme, texts }
  pages.room(HEIGHT + 70)
  pages.paragraph('H2', say('curve'), { size: 13, font: 'strong', gap: 10 })
  const { came } = shape.end
  const alt =
    came === 0 ? say('few') : say('progress', { came: number(came), people: number(people) })
  pages.add('Figure', () => drawLines(pages, drawn), { alt })
  drawLabels(pages, drawn)
  pages.y += HEIGHT + 30
}

function drawLines({ doc, y: top }: ReportPages, { shape, theme }: Drawn) {
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
  if (end.came > 0) doc.circle(end.x, end.y, 3.5).fill(theme.ink)
  doc.restore()
}

function drawLabels(pages: ReportPages, { shape, people, isEndless, texts }: Drawn) {
  const { say, number, day } = texts
  const { end, today, from, to } = shape
  const { y: top } = pages
  const below = top + HEIGHT + 4
  const label = (words: string, about: Parameters<ReportPages['write']>[1]) =>
    pages.add('P', () => pages.write(words, { size: 8.5, colour: SOFT, ...about }))
  label(say('people', { count: number(people) }), { y: top + 3 })
  if (end.came > 0) {
    const isLate = end.x > WIDTH / 2
    label(texts.atLeast(end.came), {
      x: EDGE + (isLate ? end.x - 128 : end.x + 8),
      y: top + end.y - 16,
      width: 120,
      font: 'strong',
      align: isLate ? 'right' : 'left',
    })
  }
  label(day(from), { y: below })
  if (today !== null && today > WIDTH * 0.25 && today < WIDTH * 0.65)
    label(say('today'), { x: EDGE + today - 40, y: below, width: 80, align: 'center' })
  label(isEndless ? day(to) : say('lastDay', { day: day(to) }), { y: below, align: 'right' })
}
