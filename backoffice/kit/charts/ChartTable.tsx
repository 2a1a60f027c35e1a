import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './charts.module.css'

export type PlotRow = { key: string; name: string; to: string; values: readonly string[] }

/** What a plot shows, in numbers, each line with the way to its list. */
export function PlotTable({
  caption,
  head,
  rows,
}: {
  caption: string
  head: readonly string[]
  rows: readonly PlotRow[]
}) {
  const t = useTranslate()
  return (
    <details className={css.asTable}>
      <summary>{t('reports.asTable')}</summary>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, to, values }) => (
            <tr key={key}>
              <th scope="row">
                <BackofficeLink to={to}>{name}</BackofficeLink>
              </th>
              {values.map((value, at) => (
                <td key={head[at + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
