import type { PortalTheme } from '#domain/channels/portal-theme.ts'
import type { Figure } from '#server/modules/employers/portal/report/report-data.ts'
import {
  EDGE,
  LINE,
  type ReportPages,
  SOFT,
  WIDTH,
} from '#server/modules/employers/portal/report/report-pages.ts'
import type { ReportTexts } from '#server/modules/employers/portal/report/report-texts.ts'

/** Column widths as shares, and whether a column contains numbers. */
const COLUMNS = [
  { share: 0.28, isNumber: false },
  { share: 0.14, isNumber: true },
  { share: 0.2, isNumber: true },
  { share: 0.19, isNumber: true },
  { share: 0.19, isNumber: true },
] as const
const SIZE = 9.5
const BAR = 3

/** Departments with enough people, each with its figures and a bar of its activations. */
export function drawDepartments(
  pages: ReportPages,
  departments: readonly Figure[],
  { theme, texts }: { theme: PortalTheme; texts: ReportTexts },
) {
  const { say, number, told } = texts
  pages.room(90)
  pages.paragraph('H2', say('departments'), { size: 13, font: 'strong', gap: 8 })
  const table = pages.open('Table')
  const head = ['department', 'recipients', 'came', 'ordered', 'points'] as const
  drawRow(
    pages,
    table,
    head.map((key) => say(key)),
  )
  for (const one of departments) {
    drawRow(
      pages,
      table,
      [
        one.department,
        number(one.people),
        told(one.came),
        told(one.ordered),
        told(one.spent_points),
      ],
      { share: (one.came ?? 0) / one.people, colour: theme.ink },
    )
  }
  table.end()
  pages.y += 4
}

function drawRow(
  pages: ReportPages,
  table: PDFKit.PDFStructureElement,
  cells: readonly string[],
  bar: { share: number; colour: string } | null = null,
) {
  const places = cells.map((_, at) => placeOf(at))
  const look = bar ? { size: SIZE } : { size: SIZE, colour: SOFT }
  const height = Math.max(
    ...cells.map((words, at) =>
      pages.heightOf(words, { width: places[at]?.width ?? 0, size: SIZE }),
    ),
  )
  pages.room(height + 20)
  const { doc, y } = pages
  const row = pages.open('TR', table)
  for (const [at, words] of cells.entries())
    pages.append(row, bar && at > 0 ? 'TD' : 'TH', () =>
      pages.write(words, { ...look, ...places[at], y }),
    )
  row.end()
  const below = y + height + (bar ? 3 : 2)
  pages.decorate(() => {
    if (bar) {
      const { x, width } = places[0] ?? { x: EDGE, width: 0 }
      doc.roundedRect(x, below, width, BAR, 1.5).fill(LINE)
      if (bar.share > 0) doc.roundedRect(x, below, width * bar.share, BAR, 1.5).fill(bar.colour)
    }
    doc.lineWidth(0.75).strokeColor(LINE)
    const line = below + (bar ? 10 : 4)
    doc
      .moveTo(EDGE, line)
      .lineTo(EDGE + WIDTH, line)
      .stroke()
  })
  pages.y = below + (bar ? 17 : 11)
}

function placeOf(at: number) {
  const before = COLUMNS.slice(0, at).reduce((sum, { share }) => sum + share, 0)
  const { share = 0, isNumber = false } = COLUMNS[at] ?? {}
  return {
    x: EDGE + before * WIDTH,
    width: share * WIDTH - (at === COLUMNS.length - 1 ? 0 : 10),
    align: isNumber ? ('right' as const) : ('left' as const),
  }
}
