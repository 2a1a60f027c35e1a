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
  const setField = (index: number, field: string | null) =>
    draft.type({ mapping: mapping.map((oldField, other) => (other === index ? field : oldField)) })
  const title = t('columnsOfFile', { count: run.columns.length })
  const titleOf = (index: number) => run.columns[index] || String(index + 1)
  const savedTexts = run.mapping.flatMap((field, index) =>
    field === null ? [] : [`${titleOf(index)}: ${columnTitle(field, language, nameOf)}`],
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
        conflict={conflictNotice(draft.conflict, { mapping: [title, savedTexts.join(', ')] })}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (await action.run({ id: run.id, mapping })) draft.clear()
        }}
      >
        {run.fields.includes('gift') ? <p className={css.help}>{t('giftOrSku')}</p> : null}
        <div className={css.columns}>
          {run.columns.map((_, index) => (
            <FormSelect
              // Two columns can have the same title.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              label={titleOf(index)}
              value={mapping[index] ?? ''}
              onChange={({ target }) => setField(index, target.value === '' ? null : target.value)}
            >
              <option value="">{t('dontImport')}</option>
              {run.fields.map((field) => (
                <option
                  key={field}
                  value={field}
                  disabled={mapping.some(
                    (other, otherIndex) => other === field && otherIndex !== index,
                  )}
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
