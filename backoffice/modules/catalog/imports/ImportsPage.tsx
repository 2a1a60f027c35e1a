import { useMemo, useRef, useState } from 'react'

import { navigate } from '#backoffice/kit/router/address.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { sendFile } from '#backoffice/kit/api/send-file.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { FileField } from '#backoffice/kit/form/FileField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { useRefusalTexts } from '#backoffice/kit/api/use-refusal-texts.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { IMPORT_BYTES, IMPORT_COLUMNS, IMPORT_ROWS } from '#contract/shared/upload-limits.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

import css from './ImportsPage.module.css'

type ImportRun = StaffResponse<'imports'>['items'][number]
const LIMITS = {
  megabytes: IMPORT_BYTES / 1_000_000,
  rows: IMPORT_ROWS,
  columns: IMPORT_COLUMNS,
}
const KINDS = ['gifts', 'prices', 'stock'] as const
type Kind = (typeof KINDS)[number]

export function ImportsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const [isChoosing, setChoosing] = useState(false)
  const list = useMemo(() => importList(t), [t])
  const mayWrite = staff.permissions.includes('catalogue.write')
  return (
    <>
      <ListPage
        list={list}
        title="imports"
        folders={mayWrite ? <Templates /> : null}
        actions={
          mayWrite ? (
            <ActionButton variant="main" onClick={() => setChoosing(true)}>
              {t('newImport')}
            </ActionButton>
          ) : null
        }
      />
      {isChoosing ? <ChooseFile onClose={() => setChoosing(false)} /> : null}
    </>
  )
}

/** An empty file for each type of import, with the titles that the import reads. */
function Templates() {
  const t = useTranslate()
  return (
    <nav className={css.folders} aria-label={t('importTemplates')}>
      <h2>{t('importTemplates')}</h2>
      <ul>
        {KINDS.map((kind) => (
          <li key={kind}>
            {t(`importKind.${kind}`)} <TemplateLinks kind={kind} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const FORMATS = ['xlsx', 'csv'] as const

function TemplateLinks({ kind }: { kind: Kind }) {
  const t = useTranslate()
  return FORMATS.map((as) => (
    <a
      key={as}
      className={css.format}
      href={staffAddress('importTemplate', { kind, as })}
      aria-label={t('importTemplateOf', {
        kind: t(`importKind.${kind}`),
        format: as.toUpperCase(),
      })}
      download
    >
      {as.toUpperCase()}
    </a>
  ))
}

function ChooseFile({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const [kind, setKind] = useState<Kind>('gifts')
  const { start, busy, failure } = useImportUpload()
  const input = useRef<HTMLInputElement>(null)
  return (
    <ModalDialog title={t('newImport')} onClose={onClose}>
      <Form
        title={t('newImport')}
        titled={false}
        submit={t('readFile')}
        note={t('readFileHelp')}
        failure={failure}
        busy={busy}
        changed={false}
        onDiscard={() => {}}
        onSubmit={async () => {
          const file = input.current?.files?.[0]
          if (file) await start(kind, file)
        }}
      >
        <FormSelect
          label={t('importKind')}
          value={kind}
          onChange={({ target }) => setKind(target.value as Kind)}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`importKind.${one}`)}
            </option>
          ))}
        </FormSelect>
        <p className={css.templates}>
          {t('importTemplate')} <TemplateLinks kind={kind} />
        </p>
        <FileField
          label={t('file')}
          hint={t('fileHelp')}
          ref={input}
          required
          accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        />
      </Form>
    </ModalDialog>
  )
}

/** Sends the file. The page of the import follows. */
function useImportUpload() {
  const t = useTranslate()
  const refusalText = useRefusalTexts()
  const failureText = useFailureTexts()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function start(kind: Kind, file: File) {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      const run = await sendFile('startImport', file, { kind })
      if (refused(run)) {
        return setFailure(
          run.refused === 'too-large' ? t('importTooLarge', LIMITS) : refusalText(run),
        )
      }
      navigate(`/backoffice/imports/${run.id}`)
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return { start, busy, failure }
}

const importList = (t: Translate): ListDefinition<ImportRun> => ({
  name: 'imports',
  countLabel: 'importsCounted',
  searchLabel: 'importSearch',
  columns: {
    file: { label: 'file', phonePosition: 'a', cell: ({ file }) => file },
    kind: { label: 'importKind', phonePosition: 'c', cell: ({ kind }) => t(`importKind.${kind}`) },
    by: { label: 'askedBy', cell: ({ by }) => by },
    at: {
      label: 'when',
      sortKey: 'at',
      phonePosition: 'd',
      cell: ({ at }) => <DateTime at={at} />,
    },
    rows: { label: 'rows', numeric: true, cell: ({ counts }) => counts.rows },
    taken: { label: 'taken', numeric: true, cell: ({ counts }) => counts.taken },
    refused: { label: 'toResolve', numeric: true, cell: ({ counts }) => counts.refused || '–' },
    state: {
      label: 'state',
      phonePosition: 'b',
      cell: ({ undone_at, counts }) => {
        const waiting = counts.made + counts.changed - counts.taken
        if (undone_at) return <StatusMark kind="off">{t('isUndone')}</StatusMark>
        if (counts.refused > 0) return <StatusMark kind="warn">{t('toResolve')}</StatusMark>
        if (waiting > 0) return <StatusMark kind="wait">{t('readyToImport')}</StatusMark>
        if (counts.taken === 0) return <StatusMark kind="off">{t('noChangesToImport')}</StatusMark>
        return <StatusMark kind="done">{t('isImported')}</StatusMark>
      },
    },
    ...noColumn(
      'id',
      'reading',
      'columns',
      'mapping',
      'counts',
      'work',
      'on_sale',
      'undone_at',
      'undo_until',
    ),
  },
  filters: filterBar(t, 'imports', {
    kind: { label: 'importKind', name: (kind) => t(`importKind.${kind}`) },
  }),
  defaultSort: defaultSorts.imports,
  fetchPage: (query) => fetchBackoffice('imports', query as StaffInput<'imports'>),
  csvHref: (query) => staffAddress('imports', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ file }) => file,
  hrefOf: ({ id }) => `/backoffice/imports/${id}`,
  emptyText: t('noImportsYetHelp'),
})
