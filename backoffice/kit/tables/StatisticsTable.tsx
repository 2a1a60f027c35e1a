import { WideTable } from '#backoffice/kit/tables/WideTable.tsx'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { EmployerStatistics } from '#contract/employers/statistics-fields.ts'

/** Texts of the table. The employer portal and the back office have their own. */
export type TableTexts = {
  campaign: string
  department: string
  all: string
  people: string
  sent: string
  bounced: string
  came: string
  ordered: string
  points: string
  few: string
  atLeast: (count: string) => string
}

/** The statistics rows that the employer portal shows. The back office can show the same table. */
export function StatisticsTable({
  items,
  texts,
  label,
  className,
}: {
  items: EmployerStatistics['items']
  texts: TableTexts
  label: string
  className: string | undefined
}) {
  const { language } = useBackofficeLanguage()
  const number = (value: number) => value.toLocaleString(language)
  const lowerBound = (value: number | null) =>
    value === null ? texts.few : value === 0 ? '0' : texts.atLeast(number(value))
  const { campaign, department, people, sent, bounced, came, ordered, points } = texts
  return (
    <WideTable
      label={label}
      head={[campaign, department, people, sent, bounced, came, ordered, points]}
      counted
      className={className}
    >
      {items.map(({ campaign, department, people, spent_points, ...row }) => (
        <tr key={`${campaign.id} ${department}`}>
          <th scope="row">{campaign.name}</th>
          <td>{department === '' ? texts.all : department}</td>
          <td>{number(people)}</td>
          <td>{lowerBound(row.sent)}</td>
          <td>{lowerBound(row.bounced)}</td>
          <td>{lowerBound(row.came)}</td>
          <td>{lowerBound(row.ordered)}</td>
          <td>{spent_points === null ? '–' : texts.atLeast(number(spent_points))}</td>
        </tr>
      ))}
    </WideTable>
  )
}
