import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { nearNames, unknownName } from '#backoffice/modules/catalog/imports/near-names.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ResolveCells.module.css'

type Run = StaffResponse<'importRun'>
type Row = StaffResponse<'importRows'>['items'][number]
type Problem = Run['problems'][number]
type Resolution = ReturnType<typeof useResolution>
const MAX_CELLS = 60

/** The corrections as typed, by line, kept until they are saved. They are sent together, or one of them for all cells. */
function useResolution(me: string, run: Run, { column, code }: Problem) {
  const t = useTranslate()
  const draft = useDraft<Record<string, string>>(`${me}.import.${run.id}.${column}.${code}`, {})
  const action = useAction('resolveImport', {
    done: ({ resolved }) => t('cellsResolved', { count: resolved }),
  })
  const typed = draft.values
  const changed = Object.entries(typed).map(([line, value]) => ({
    line: Number(line),
    column,
    value,
  }))
  async function resolve(cells: typeof changed) {
    const done = await action.run({ id: run.id, cells })
    if (done) draft.clearSent(Object.fromEntries(cells.map(({ line }) => [line, typed[line]])))
  }
  /** Without a value, every cell gets its own suggestion. Typed input stays. */
  async function resolveAll(value?: string) {
    const done = await action.run({
      id: run.id,
      all: { column, code, ...(value === undefined ? {} : { value }) },
    })
    if (done && value !== undefined) draft.clearSent(typed)
  }
  const type = (line: number, value: string) => draft.type({ [line]: value })
  return { typed, type, changed, resolve, resolveAll, action }
}

type NameProblem = 'unknown-brand' | 'unknown-tag'
const isNameProblem = (code: Problem['code']): code is NameProblem =>
  code === 'unknown-brand' || code === 'unknown-tag'

/** Known names for a cell with an unknown brand or tag, each as the whole cell with that name in it. */
function useKnownNames(code: Problem['code']) {
  const { data } = useQuery({
    ...staffQuery('attributeNames', {}),
    enabled: isNameProblem(code),
  })
  const all = code === 'unknown-brand' ? data?.brands : data?.groups.flatMap(({ tags }) => tags)
  const known = (all ?? []).filter(({ retired }) => !retired)
  const names = known.map(({ name }) => name)
  const codes = new Set(known.flatMap(({ id, name }) => [id, name.toLowerCase()]))
  return (cell: string) => {
    if (!isNameProblem(code)) return { near: [], all: [] }
    const unknown =
      code === 'unknown-brand'
        ? cell.trim()
        : unknownName(cell, (name) => codes.has(name.toLowerCase()))
    const written = (name: string) => ({ name, cell: cell.replace(unknown, () => name) })
    return { near: nearNames(unknown, names).map(written), all: names.map(written) }
  }
}

type ResolveCellsProps = { me: string; run: Run; problem: Problem; mayWrite: boolean }

/** Cells with the same error: correct each in place, or apply one correction to all. */
export function ResolveCells({ me, run, problem, mayWrite }: ResolveCellsProps) {
  const t = useTranslate()
  const { column, code } = problem
  const { data } = useQuery(
    staffQuery('importRows', { id: run.id, outcome: 'refused', code, column, limit: MAX_CELLS }),
  )
  const resolution = useResolution(me, run, problem)
  const namesFor = useKnownNames(code)
  const shown = run.mapping.flatMap((field, at) => (field === null && at !== column ? [] : [at]))
  return (
    <section className={css.whole} aria-label={t(`cell.${code}`)}>
      {mayWrite ? <ResolveActions problem={problem} resolution={resolution} /> : null}
      {resolution.action.failure ? <Notice kind="bad">{resolution.action.failure}</Notice> : null}
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
                    <ResolveCell
                      key={at}
                      run={run}
                      row={row}
                      column={at}
                      resolution={resolution}
                      names={namesFor(row.cells[at] ?? '')}
                    />
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
          {t('applySuggestion', { count: hinted })}
        </ActionButton>
      ) : null}
      {changed.length > 0 ? (
        <ActionButton variant="main" busy={action.busy} onClick={() => void resolve(changed)}>
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
  const wrong = problems.find((problem) => problem.column === column)
  return (
    <td data-wrong={wrong ? true : undefined}>
      {wrong ? <span className="visually-hidden">{t(`cell.${wrong.code}`)}: </span> : null}
      {cells[column]}
    </td>
  )
}

type ResolveCellProps = {
  run: Run
  row: Row
  column: number
  resolution: Resolution
  names: ReturnType<ReturnType<typeof useKnownNames>>
}

function ResolveCell({ run, row, column, resolution, names }: ResolveCellProps) {
  const { line, cells, problems } = row
  const t = useTranslate()
  const list = useId()
  const { typed, type, resolve, action } = resolution
  // Known names are suggested only in the focused cell.
  const [hasFocus, setFocus] = useState(false)
  const hint = problems.find((problem) => problem.column === column)?.hint ?? null
  const offered = names.near.length > 0 || hint === null ? names.near : [{ name: hint, cell: hint }]
  const value = typed[line]
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    focusNext(event.currentTarget)
    if (value !== undefined) void resolve([{ line, column, value }])
  }
  return (
    <td data-wrong>
      <input
        className={css.input}
        data-resolve
        aria-label={t('cellOf', { column: run.columns[column] ?? '', row: line })}
        list={hasFocus && names.all.length > 0 ? list : undefined}
        value={value ?? cells[column] ?? ''}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onChange={({ target }) => type(line, target.value)}
        onKeyDown={onKeyDown}
      />
      {hasFocus && names.all.length > 0 ? (
        <datalist id={list}>
          {names.all.map(({ name, cell }) => (
            <option key={name} value={cell}>
              {name}
            </option>
          ))}
        </datalist>
      ) : null}
      {offered.map(({ name, cell }) => (
        <ActionButton
          key={name}
          small
          variant="plain"
          busy={action.busy}
          onClick={() => void resolve([{ line, column, value: cell }])}
        >
          {t('changeToValue', { value: name })}
        </ActionButton>
      ))}
    </td>
  )
}

/** The row of a saved correction leaves the table. Typing goes on in the next one. */
function focusNext(input: HTMLInputElement) {
  const all = [...document.querySelectorAll<HTMLInputElement>('[data-resolve]')]
  all[all.indexOf(input) + 1]?.focus()
}
