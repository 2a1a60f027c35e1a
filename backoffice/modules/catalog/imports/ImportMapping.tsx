import { conflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { columnTitle } from '#domain/catalog/import-columns.ts'

import css from './ImportMapping.module.css'

const ignoredColumns = ({ columns, mapping }: StaffResponse<'importRun'>) =>
  columns.filter((column, at) => column !== '' && mapping[at] === null)

function MappingSummary({ title, ignored }: { title: string; ignored: readonly string[] }) {
  const t = useTranslate()
  return (
    <summary>
      {title}
      {ignored.length > 0 ? (
        <StatusMark kind="warn">
          {t('columnsIgnored', { count: ignored.length, names: ignored.join(', ') })}
        </StatusMark>
      ) : null}
    </summary>
  )
}

/** Assigns the columns once. The next file with these columns uses the same mapping automatically. */
export function ImportMapping({ me, run }: { me: string; run: StaffResponse<'importRun'> }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { nameOf } = useChannels()
  const draft = useDraft(`${me}.import.${run.id}.columns`, { mapping: run.mapping })
  const { mapping } = draft.values
  const setField = (at: number, field: string | null) =>
    draft.type({ mapping: mapping.map((before, place) => (place === at ? field : before)) })
  const title = t('columnsOfFile', { count: run.columns.length })
  const titleOf = (at: number) => run.columns[at] || String(at + 1)
  const saved = run.mapping.flatMap((field, at) =>
    field === null ? [] : [`${titleOf(at)}: ${columnTitle(field, language, nameOf)}`],
  )
  const action = useAction('mapImport', { done: () => t('mappingSaved') })
  const ignored = ignoredColumns(run)
  return (
    <details className={css.mapping} open={run.missing.length > 0 || ignored.length > 0}>
      <MappingSummary title={title} ignored={ignored} />
      <Form
        title={title}
        titled={false}
        submit={t('saveMapping')}
        failure={action.failure}
        busy={action.busy}
        changed={draft.changed}
        conflict={conflictNotice(draft.conflict, { mapping: [title, saved.join(', ')] })}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (await action.run({ id: run.id, mapping })) draft.clear()
        }}
      >
        {run.fields.includes('gift') ? <p className={css.help}>{t('giftOrSku')}</p> : null}
        <div className={css.columns}>
          {run.columns.map((_, at) => (
            <FormSelect
              // Two columns may have the same words above them.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              label={titleOf(at)}
              value={mapping[at] ?? ''}
              onChange={({ target }) => setField(at, target.value === '' ? null : target.value)}
            >
              <option value="">{t('dontImport')}</option>
              {run.fields.map((field) => (
                <option
                  key={field}
                  value={field}
                  disabled={mapping.some((other, place) => other === field && place !== at)}
                >
                  {columnTitle(field, language, nameOf)}
                </option>
              ))}
            </FormSelect>
          ))}
        </div>
      </Form>
    </details>
  )
}
