import { WideTable } from '#backoffice/kit/tables/WideTable.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'

import css from './ChartTable.module.css'

type ChartRow = {
  key: string
  name: string
  to?: string | undefined
  values: readonly string[]
}

/** The values of a chart as a table. A row can link to the list behind it. */
export function ChartTable({
  summary,
  caption,
  head,
  rows,
}: {
  summary: string
  caption: string
  head: readonly string[]
  rows: readonly ChartRow[]
}) {
  return (
    <details className={css.asTable}>
      <summary>{summary}</summary>
      <WideTable label={caption} head={head} className={css.table}>
        {rows.map(({ key, name, to, values }) => (
          <tr key={key}>
            <th scope="row">
              {to === undefined ? name : <BackofficeLink to={to}>{name}</BackofficeLink>}
            </th>
            {/* The first column has the names. */}
            {values.map((value, index) => (
              <td key={head[index + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </WideTable>
    </details>
  )
}
