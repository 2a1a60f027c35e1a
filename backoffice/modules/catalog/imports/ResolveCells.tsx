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
type Row = StaffResponse<'importRows'>['items'][number]
type Problem = Run['problems'][number]
type Resolution = ReturnType<typeof useResolution>
const SHOWN = 60

/** The corrections as typed, by line. They are sent together, or one of them for all cells. */
function useResolution(run: Run, { column, code }: Problem) {
  const t = useTranslate()
  const [typed, setTyped] = useState<Record<number, string>>({})
  const action = useAction('resolveImport', {
    done: ({ resolved }) => t('cellsResolved', { count: resolved }),
  })
  const changed = Object.entries(typed).map(([line, value]) => ({
    line: Number(line),
    column,
    value,
  }))
  async function resolve(cells: typeof changed) {
    const done = await action.run({ id: run.id, cells })
    if (done) setTyped({})
  }
  /** Without a value, every cell gets its own hint and what was typed stays. */
  async function resolveAll(value?: string) {
    const done = await action.run({
      id: run.id,
      all: { column, code, ...(value === undefined ? {} : { value }) },
    })
    if (done && value !== undefined) setTyped({})
  }
  const type = (line: number, value: string) => setTyped({ ...typed, [line]: value })
  return { typed, type, changed, resolve, resolveAll, action }
}

/** Cells with the same error: correct each in place, or apply one correction to all. */
export function ResolveCells({
  run,
  problem,
  mayWrite,
}: {
  run: Run
  problem: Problem
  mayWrite: boolean
}) {
  const t = useTranslate()
  const { column, code } = problem
  const { data } = useQuery(
    staffQuery('importRows', { id: run.id, outcome: 'refused', code, column, limit: SHOWN }),
  )
  const resolution = useResolution(run, problem)
  const shown = run.mapping.flatMap((field, at) => (field === null && at !== column ? [] : [at]))
  return (
    <section className={css.whole} aria-label={t(`cell.${code}`)}>
      {mayWrite ? <ResolveActions problem={problem} resolution={resolution} /> : null}
      {resolution.action.wrong ? <Notice kind="bad">{resolution.action.wrong}</Notice> : null}
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
            {(data?.items ?? []).map((row) => (
              <tr key={row.line}>
                <th scope="row">{row.line}</th>
                {shown.map((at) =>
                  at === column && mayWrite ? (
                    <ResolveCell key={at} run={run} row={row} column={at} resolution={resolution} />
                  ) : (
                    <PlainCell key={at} row={row} column={at} />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function ResolveActions({
  problem: { count, hinted },
  resolution,
}: {
  problem: Problem
  resolution: Resolution
}) {
  const t = useTranslate()
  const { changed, resolve, resolveAll, action } = resolution
  const [only, ...others] = changed
  return (
    <div className={css.actions}>
      {hinted === 0 && changed.length === 0 ? <p className={css.help}>{t('resolveHelp')}</p> : null}
      {hinted > 0 ? (
        <ActionButton busy={action.busy} onClick={() => void resolveAll()}>
          {t('sameResolve', { count: hinted })}
        </ActionButton>
      ) : null}
      {changed.length > 0 ? (
        <ActionButton look="main" busy={action.busy} onClick={() => void resolve(changed)}>
          {t('resolveCells', { count: changed.length })}
        </ActionButton>
      ) : null}
      {only && others.length === 0 && count > 1 ? (
        <ActionButton busy={action.busy} onClick={() => void resolveAll(only.value)}>
          {t('sameForAll', { value: only.value, count })}
        </ActionButton>
      ) : null}
    </div>
  )
}

function PlainCell({ row: { cells, problems }, column }: { row: Row; column: number }) {
  const t = useTranslate()
  const wrong = problems.find((one) => one.column === column)
  return (
    <td data-wrong={wrong ? true : undefined}>
      {wrong ? <span className="visually-hidden">{t(`cell.${wrong.code}`)}: </span> : null}
      {cells[column]}
    </td>
  )
}

function ResolveCell({
  run,
  row: { line, cells, problems },
  column,
  resolution,
}: {
  run: Run
  row: Row
  column: number
  resolution: Resolution
}) {
  const t = useTranslate()
  const { typed, type, resolve, action } = resolution
  const hint = problems.find((one) => one.column === column)?.hint ?? null
  return (
    <td data-wrong>
      <input
        className={css.input}
        aria-label={t('cellOf', { column: run.columns[column] ?? '', row: line })}
        value={typed[line] ?? cells[column] ?? ''}
        onChange={({ target }) => type(line, target.value)}
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
}
