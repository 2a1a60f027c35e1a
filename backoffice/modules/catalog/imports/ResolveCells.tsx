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

type ImportRun = StaffResponse<'importRun'>
type Row = StaffResponse<'importRows'>['items'][number]
type Problem = ImportRun['problems'][number]
type Resolution = ReturnType<typeof useResolution>
const MAX_CELLS = 60

/** The corrections as typed, by line, kept until they are saved. They are sent together, or one of them for all cells. */
function useResolution(me: string, run: ImportRun, { column, code }: Problem) {
  const t = useTranslate()
  const draft = useDraft<Record<string, string>>(`${me}.import.${run.id}.${column}.${code}`, {})
  const action = useAction('resolveImport', {
    done: ({ resolved }) => t('cellsResolved', { count: resolved }),
  })
  const typed = draft.values
  const changedCells = Object.entries(typed).map(([line, value]) => ({
    line: Number(line),
    column,
    value,
  }))
  async function resolve(cells: typeof changedCells) {
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
  return { typed, type, changedCells, resolve, resolveAll, action }
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
  const entries = code === 'unknown-brand' ? data?.brands : data?.groups.flatMap(({ tags }) => tags)
  const known = (entries ?? []).filter(({ retired }) => !retired)
  const names = known.map(({ name }) => name)
  const knownTexts = new Set(known.flatMap(({ id, name }) => [id, name.toLowerCase()]))
  return (cell: string) => {
    if (!isNameProblem(code)) return { near: [], all: [] }
    const unknown =
      code === 'unknown-brand'
        ? cell.trim()
        : unknownName(cell, (name) => knownTexts.has(name.toLowerCase()))
    const inCell = (name: string) => ({ name, cell: cell.replace(unknown, () => name) })
    return { near: nearNames(unknown, names).map(inCell), all: names.map(inCell) }
  }
}

type ResolveCellsProps = { me: string; run: ImportRun; problem: Problem; mayWrite: boolean }

/** Cells with the same error: correct each in place, or apply one correction to all. */
export function ResolveCells({ me, run, problem, mayWrite }: ResolveCellsProps) {
  const t = useTranslate()
  const { column, code } = problem
  const { data } = useQuery(
    staffQuery('importRows', { id: run.id, outcome: 'refused', code, column, limit: MAX_CELLS }),
  )
  const resolution = useResolution(me, run, problem)
  const namesFor = useKnownNames(code)
  // The imported columns, and the one with the error.
  const shownColumns = run.mapping.flatMap((field, index) =>
    field === null && index !== column ? [] : [index],
  )
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
              {shownColumns.map((index) => (
                <th key={index} scope="col">
                  {run.columns[index]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(data?.items ?? []).map((row) => (
              <tr key={row.line}>
                <th scope="row">{row.line}</th>
                {shownColumns.map((index) =>
                  index === column && mayWrite ? (
                    <ResolveCell
                      key={index}
                      run={run}
                      row={row}
                      column={index}
                      resolution={resolution}
                      names={namesFor(row.cells[index] ?? '')}
                    />
                  ) : (
                    <PlainCell key={index} row={row} column={index} />
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
  const { changedCells, resolve, resolveAll, action } = resolution
  const [only, ...others] = changedCells
  return (
    <div className={css.actions}>
      {hinted === 0 && changedCells.length === 0 ? (
        <p className={css.help}>{t('resolveHelp')}</p>
      ) : null}
      {hinted > 0 ? (
        <ActionButton busy={action.busy} onClick={() => void resolveAll()}>
          {t('applySuggestion', { count: hinted })}
        </ActionButton>
      ) : null}
      {changedCells.length > 0 ? (
        <ActionButton variant="main" busy={action.busy} onClick={() => void resolve(changedCells)}>
          {t('resolveCells', { count: changedCells.length })}
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
  const cellProblem = problems.find((problem) => problem.column === column)
  return (
    <td data-wrong={cellProblem ? true : undefined}>
      {cellProblem ? (
        <span className="visually-hidden">{t(`cell.${cellProblem.code}`)}: </span>
      ) : null}
      {cells[column]}
    </td>
  )
}

type ResolveCellProps = {
  run: ImportRun
  row: Row
  column: number
  resolution: Resolution
  /** The known names for this cell. */
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
  const suggestions =
    names.near.length === 0 && hint !== null ? [{ name: hint, cell: hint }] : names.near
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
      {suggestions.map(({ name, cell }) => (
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
