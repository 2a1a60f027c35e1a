import { useQuery } from '@tanstack/react-query'

import { employerQuery } from '#backoffice/employer-door/employer-client.ts'
import type { EmployerPageProps } from '#backoffice/employer-door/page-props.ts'
import { EmployerTrouble } from '#backoffice/employer-door/EmployerTrouble.tsx'
import { FiguresTable } from '#backoffice/employers/FiguresTable.tsx'
import { dayOf } from '#backoffice/employer-door/told.ts'
import { useTableWords } from '#backoffice/employer-door/use-table-words.ts'
import { deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { useDeskLanguage } from '#backoffice/words/desk-words.tsx'
import { employerPaths } from '#contract/employer/employer-paths.ts'

import css from './EmployerPages.module.css'

/** All that is told, row by row, and as a file. */
export function ReportPage({ say }: EmployerPageProps) {
  const { language } = useDeskLanguage()
  const words = useTableWords()
  const { data, error, refetch } = useQuery(employerQuery('figures', {}))
  if (error) return <EmployerTrouble error={error} again={() => void refetch()} />
  if (!data) return null
  return (
    <>
      <p className={css.soft}>{say('reportHelp')}</p>
      {data.items.length === 0 ? <p>{say('noFigures')}</p> : null}
      {data.items.length > 0 ? (
        <>
          <p>
            <a className={deskButtonClass('main')} href={employerPaths.report.path} download>
              {say('download')}
            </a>
          </p>
          <FiguresTable
            items={data.items}
            words={words}
            label={say('report')}
            className={css.table}
          />
        </>
      ) : null}
      {data.made_at ? (
        <p className={css.soft}>{say('figuresOf', { date: dayOf(data.made_at, language) })}</p>
      ) : null}
    </>
  )
}
