import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ResolveCells.module.css'

type Run = StaffResponse<'importRun'>
const SHOWN = 60

/** Cells with the same error: correct each in place, or apply one correction to all. */
export function ResolveCells({
  run,
  problem,
  mayWrite,
}: {
  run: Run
  problem: Run['problems'][number]
  mayWrite: boolean
}) {
  const t = useTranslate()
  const { column, code, count, hinted } = problem
  const { data } = useQuery(
    staffQuery('importRows', { id: run.id, outcome: 'refused', code, column, limit: SHOWN }),
  )
  const [typed, setTyped] = useState<Record<number, string>>({})
  const action = useAction('resolveImport', {
    done: ({ resolved }) => t('cellsResolved', { count: resolved }),
  })
  const shown = run.mapping.flatMap((field, at) => (field === null && at !== column ? [] : [at]))
  const changed = Object.entries(typed)
  async function resolve(cells: { line: number; column: number; value: string }[]) {
    const done = await action.run({ id: run.id, cells })
    if (done) setTyped({})
  }
  return (
    <section className={css.whole} aria-label={t(`cell.${code}`)}>
      {mayWrite ? (
        <div className={css.actions}>
          {hinted === 0 && changed.length === 0 ? (
            <p className={css.help}>{t('resolveHelp')}</p>
          ) : null}
          {hinted > 0 ? (
            <ActionButton
              busy={action.busy}
              onClick={() => void action.run({ id: run.id, all: { column, code } })}
            >
              {t('sameResolve', { count: hinted })}
            </ActionButton>
          ) : null}
          {changed.length > 0 ? (
            <ActionButton
              look="main"
              busy={action.busy}
              onClick={() =>
                void resolve(
                  changed.map(([line, value]) => ({ line: Number(line), column, value })),
                )
              }
            >
              {t('resolveCells', { count: changed.length })}
            </ActionButton>
          ) : null}
          {changed.length === 1 && count > 1 && changed[0] ? (
            <ActionButton
              busy={action.busy}
              onClick={() => {
                const [[, value] = ['', '']] = changed
                void action
                  .run({ id: run.id, all: { column, code, value } })
                  .then((done) => done && setTyped({}))
              }}
            >
              {t('sameForAll', { value: changed[0][1], count })}
            </ActionButton>
          ) : null}
        </div>
      ) : null}
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('rowsToResolve')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('row')}</th>
              {shown.map((at) => (
                <th key={at} scope="col">
                  {run.columns[at]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(data?.items ?? []).map(({ line, cells, problems }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {shown.map((at) => {
                  const wrong = problems.find((one) => one.column === at)
                  if (at !== column || !mayWrite) {
                    return (
                      <td key={at} data-wrong={wrong ? true : undefined}>
                        {wrong ? (
                          <span className="visually-hidden">{t(`cell.${wrong.code}`)}: </span>
                        ) : null}
                        {cells[at]}
                      </td>
                    )
                  }
                  const hint = wrong?.hint ?? null
                  return (
                    <td key={at} data-wrong>
                      <input
                        className={css.input}
                        aria-label={t('cellOf', { column: run.columns[at] ?? '', row: line })}
                        value={typed[line] ?? cells[at] ?? ''}
                        onChange={({ target }) => setTyped({ ...typed, [line]: target.value })}
                      />
                      {hint === null ? null : (
                        <ActionButton
                          little
                          look="plain"
                          busy={action.busy}
                          onClick={() => void resolve([{ line, column, value: hint }])}
                        >
                          {t('readAs', { value: hint })}
                        </ActionButton>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
