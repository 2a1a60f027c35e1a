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
const FONT_SIZE = 9.5
const BAR_HEIGHT = 3

/** Departments with enough people, each with its figures and a bar of its activations. */
export function drawDepartments(
  pages: ReportPages,
  departments: readonly Figure[],
  { theme, texts }: { theme: PortalTheme; texts: ReportTexts },
) {
  const { translate, number, numberOrDash } = texts
  pages.reserve(90)
  pages.paragraph('H2', translate('departments'), { size: 13, font: 'strong', gap: 8 })
  const table = pages.open('Table')
  const head = ['department', 'recipients', 'came', 'ordered', 'points'] as const
  drawRow(
    pages,
    table,
    head.map((key) => translate(key)),
  )
  for (const department of departments) {
    drawRow(
      pages,
      table,
      [
        department.department,
        number(department.people),
        numberOrDash(department.came),
        numberOrDash(department.ordered),
        numberOrDash(department.spent_points),
      ],
      { share: (department.came ?? 0) / department.people, colour: theme.ink },
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
  const positions = cells.map((_, column) => columnPosition(column))
  const style = bar ? { size: FONT_SIZE } : { size: FONT_SIZE, colour: SOFT }
  const height = Math.max(
    ...cells.map((text, column) =>
      pages.heightOf(text, { width: positions[column]?.width ?? 0, size: FONT_SIZE }),
    ),
  )
  pages.reserve(height + 20)
  const { doc, y } = pages
  const row = pages.open('TR', table)
  for (const [column, text] of cells.entries())
    pages.append(row, bar && column > 0 ? 'TD' : 'TH', () =>
      pages.write(text, { ...style, ...positions[column], y }),
    )
  row.end()
  const barTop = y + height + (bar ? 3 : 2)
  pages.decorate(() => {
    if (bar) {
      const { x, width } = positions[0] ?? { x: EDGE, width: 0 }
      doc.roundedRect(x, barTop, width, BAR_HEIGHT, 1.5).fill(LINE)
      if (bar.share > 0)
        doc.roundedRect(x, barTop, width * bar.share, BAR_HEIGHT, 1.5).fill(bar.colour)
    }
    doc.lineWidth(0.75).strokeColor(LINE)
    const line = barTop + (bar ? 10 : 4)
    doc
      .moveTo(EDGE, line)
      .lineTo(EDGE + WIDTH, line)
      .stroke()
  })
  pages.y = barTop + (bar ? 17 : 11)
}

function columnPosition(column: number) {
  const sharesBefore = COLUMNS.slice(0, column).reduce((sum, { share }) => sum + share, 0)
  const { share = 0, isNumber = false } = COLUMNS[column] ?? {}
  return {
    x: EDGE + sharesBefore * WIDTH,
    width: share * WIDTH - (column === COLUMNS.length - 1 ? 0 : 10),
    align: isNumber ? ('right' as const) : ('left' as const),
  }
}
