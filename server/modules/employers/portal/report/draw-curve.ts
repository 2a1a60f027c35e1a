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
const TINT = '#f4f6f4'

type Drawn = {
  shape: CurveShape
  people: number
  lastDay: string | null
  theme: PortalTheme
  texts: ReportTexts
}

/** The activations so far up to the last day, from the nightly figures only. */
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
  const lastDay = nextEnd(campaign)
  const curve = {
    people,
    steps: whole.came_by_night,
    started: campaign.started ?? until,
    lastDay,
    until,
  }
  const shape = curveShape(curve, { width: WIDTH, height: HEIGHT })
  const drawn = { shape, people, lastDay, theme, texts }
  pages.room(HEIGHT + 82)
  pages.paragraph('H2', say('curve'), { size: 13, font: 'strong', gap: 10 })
  const { came } = shape.end
  const alt =
    came === 0 ? say('few') : say('progress', { came: number(came), people: number(people) })
  pages.add('Figure', () => drawLines(pages, drawn), { alt })
  drawLabels(pages, drawn)
  pages.y += HEIGHT + 42
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

function drawLabels(pages: ReportPages, { shape, people, lastDay, texts }: Drawn) {
  const { say, number, day } = texts
  const { end, today, from, to, lastDayIsBeyond } = shape
  const { y: top } = pages
  // Today's label has a line of its own, so that it does not overlap the labels at the ends.
  const below = top + HEIGHT + 4 + (today === null ? 0 : 12)
  const label = (words: string, about: Parameters<ReportPages['write']>[1]) =>
    pages.add('P', () => pages.write(words, { size: 8.5, colour: SOFT, ...about }))
  label(say('people', { count: number(people) }), { y: top + 3 })
  if (end.came > 0) {
    const isLate = end.x > WIDTH / 2
    label(number(end.came), {
      x: EDGE + (isLate ? end.x - 128 : end.x + 8),
      y: top + end.y - 16,
      width: 120,
      font: 'strong',
      align: isLate ? 'right' : 'left',
    })
  }
  if (today !== null) {
    const x = EDGE + Math.max(0, Math.min(WIDTH - 80, today - 40))
    const align = x === EDGE ? 'left' : today > WIDTH - 40 ? 'right' : 'center'
    label(say('today'), { x, y: top + HEIGHT + 4, width: 80, align })
  }
  label(day(from), { y: below })
  const ending = lastDay === null ? day(to) : say('lastDay', { day: day(lastDay) })
  label(lastDayIsBeyond ? `${ending} ›` : ending, { y: below, align: 'right' })
}
