import { useId, useState } from 'react'

import { useQuery } from '@tanstack/react-query'

import { BackofficeLink, useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ImportMapping } from '#backoffice/modules/catalog/imports/ImportMapping.tsx'
import { ResolveCells } from '#backoffice/modules/catalog/imports/ResolveCells.tsx'
import { FormCheckbox } from '#backoffice/kit/form/FormField.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { JobProgress } from '#backoffice/kit/jobs/JobProgress.tsx'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { staffAddress, type StaffResponse } from '#contract/client.staff.ts'
import { columnTitle } from '#domain/catalog/import-columns.ts'

import css from './ImportPage.module.css'

type ImportRun = StaffResponse<'importRun'>
const ROW_COUNTS = ['made', 'changed', 'same', 'refused', 'taken'] as const

/** One file: the effect of its rows, the errors by cell, and the import and its undo. */
export function ImportPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const [chosenOnSale, chooseOnSale] = useState<boolean | null>(null)
  const { data, error, refetch } = useQuery(staffQuery('importRun', { id }))
  const retry = () => void refetch()
  const parent = { to: '/backoffice/imports', label: t('imports') }
  if (!data) {
    return <PagePending title={t('imports')} parent={parent} error={error} onRetry={retry} />
  }
  const mayWrite = staff.permissions.includes('catalogue.write') && data.undone_at === null
  const onSale = chosenOnSale ?? data.on_sale
  const waitingRows = data.counts.made + data.counts.changed - data.counts.taken
  return (
    <>
      <PageHead
        title={data.file}
        parent={parent}
        besideTitle={<RunState run={data} />}
        actions={
          <>
            <RunLinks run={data} waitingRows={waitingRows} />
            {mayWrite ? (
              <ImportActions run={data} waitingRows={waitingRows} onSale={onSale} />
            ) : null}
          </>
        }
      />
      <div className={css.body}>
        <RowCounts run={data} />
        {onSale !== null && mayWrite && waitingRows > 0 ? (
          <NewGiftsOnSale onSale={onSale} choose={chooseOnSale} />
        ) : null}
        {data.work && data.undone_at === null ? (
          <JobProgress key={data.work} id={data.work} />
        ) : null}
        <MissingColumns fields={data.missing} />
        {data.counts.taken === 0 && mayWrite ? (
          <ImportMapping key={data.mapping.join()} me={staff.id} run={data} />
        ) : null}
        {data.problems.length > 0 ? (
          <Problems me={staff.id} run={data} mayWrite={mayWrite} />
        ) : null}
        <UploadedBy run={data} />
      </div>
    </>
  )
}

/** The rows with errors as a file, and the gifts that were imported. */
function RunLinks({
  run: { id, counts, undone_at },
  waitingRows,
}: {
  run: ImportRun
  waitingRows: number
}) {
  const t = useTranslate()
  return (
    <>
      {counts.refused > 0 ? (
        <a
          className={actionButtonClass()}
          href={staffAddress('importRows', { id, outcome: 'refused', as: 'csv' })}
          download
        >
          {t('downloadRows', { count: counts.refused })}
        </a>
      ) : null}
      {counts.taken > 0 && undone_at === null ? (
        <BackofficeLink
          className={actionButtonClass(waitingRows > 0 ? 'quiet' : 'main')}
          to={`/backoffice/gifts?import=${id}`}
        >
          {t('importedGifts')}
        </BackofficeLink>
      ) : null}
    </>
  )
}

function MissingColumns({ fields }: { fields: readonly string[] }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { nameOf } = useChannels()
  if (fields.length === 0) return null
  return (
    <Notice kind="warn">
      {t('columnsMissing', {
        columns: fields.map((field) => columnTitle(field, language, nameOf)).join(', '),
        keep: t('saveMapping'),
      })}
    </Notice>
  )
}

function RunState({ run }: { run: ImportRun }) {
  const t = useTranslate()
  const missingCount = run.missing.length
  const problemCount = run.problems.reduce((sum, { count }) => sum + count, 0)
  return (
    <StatusMark kind={run.undone_at ? 'off' : problemCount + missingCount > 0 ? 'warn' : 'done'}>
      {run.undone_at
        ? t('isUndone')
        : problemCount === 0 && missingCount > 0
          ? t('columnsMissingCount', { count: missingCount })
          : t('cellsToResolve', { count: problemCount })}
    </StatusMark>
  )
}

function RowCounts({ run }: { run: ImportRun }) {
  const t = useTranslate()
  return (
    <dl className={css.figures}>
      {ROW_COUNTS.filter((name) => name !== 'taken' || run.undone_at === null).map((name) => (
        <div key={name} data-bad={(name === 'refused' && run.counts.refused > 0) || undefined}>
          <dt>{t(`rows.${name}`)}</dt>
          <dd>{run.counts[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

function UploadedBy({ run }: { run: ImportRun }) {
  const t = useTranslate()
  return (
    <p className={css.soft}>
      {run.by}, <DateTime at={run.at} />
      {run.undo_until ? (
        <>
          {' · '}
          {t('undoUntil')} <DateTime at={run.undo_until} />
        </>
      ) : null}
    </p>
  )
}

/** Applies only to gifts that no channel offers yet. Existing channel prices stay as they are. */
function NewGiftsOnSale({
  onSale,
  choose,
}: {
  onSale: boolean
  choose: (onSale: boolean) => void
}) {
  const t = useTranslate()
  const help = useId()
  return (
    <div>
      <FormCheckbox
        checked={onSale}
        aria-describedby={help}
        onChange={({ target }) => choose(target.checked)}
      >
        {t('newOnSale')}
      </FormCheckbox>
      <p id={help} className={css.soft}>
        {t('newOnSaleHelp')}{' '}
        <BackofficeLink to="/backoffice/gifts?active=no">{t('newGiftsOffSale')}</BackofficeLink>
      </p>
    </div>
  )
}

function ImportActions({
  run,
  waitingRows,
  onSale,
}: {
  run: ImportRun
  waitingRows: number
  onSale: boolean | null
}) {
  const t = useTranslate()
  const apply = useAction('applyImport')
  const undo = useAction('undoImport', {
    done: ({ rows, left_alone }) =>
      t(left_alone === 0 ? 'rowsUndone' : 'rowsUndoneBut', { count: rows, left: left_alone }),
  })
  return (
    <>
      {(apply.failure ?? undo.failure) ? (
        <Notice kind="bad">{apply.failure ?? undo.failure}</Notice>
      ) : null}
      {run.undo_until ? (
        <ActionButton busy={undo.busy} onClick={() => void undo.run({ id: run.id })}>
          {t('undoImportRows', { count: run.counts.taken })}
        </ActionButton>
      ) : null}
      {waitingRows > 0 ? (
        <ActionButton
          variant="main"
          busy={apply.busy}
          onClick={() =>
            void apply.run({
              id: run.id,
              count: waitingRows,
              ...(onSale === null ? {} : { on_sale: onSale }),
            })
          }
        >
          {t('importRowCount', { count: waitingRows })}
        </ActionButton>
      ) : null}
    </>
  )
}

function Problems({ me, run, mayWrite }: { me: string; run: ImportRun; mayWrite: boolean }) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const linkedProblem = run.problems.find(
    ({ column, code }) => query.get('problem') === `${column}.${code}`,
  )
  const shown = linkedProblem ?? run.problems[0]
  if (!shown) return null
  return (
    <div className={css.problems}>
      <nav aria-label={t('byProblem')}>
        <h2>{t('byProblem')}</h2>
        <ul>
          {run.problems.map(({ column, code, count }) => (
            <li key={`${column}.${code}`}>
              <BackofficeLink
                replace
                to={`?${withQueryParams(query, { problem: `${column}.${code}` })}`}
                aria-current={shown.column === column && shown.code === code ? 'true' : undefined}
              >
                <span>
                  {run.columns[column] ?? ''}: {t(`cell.${code}`)}
                </span>
                <span>{count}</span>
              </BackofficeLink>
            </li>
          ))}
        </ul>
      </nav>
      <ResolveCells
        key={`${shown.column}.${shown.code}`}
        me={me}
        run={run}
        problem={shown}
        mayWrite={mayWrite}
      />
    </div>
  )
}
