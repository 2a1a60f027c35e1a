import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { columnTitle } from '#domain/catalog/import-columns.ts'

import css from './ImportMapping.module.css'

/** Assigns the columns once. The next file with these columns uses the same mapping automatically. */
export function ImportMapping({ me, run }: { me: string; run: StaffResponse<'importRun'> }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { nameOf } = useChannels()
  const draft = useDraft(`${me}.import.${run.id}.columns`, { mapping: run.mapping })
  const { mapping } = draft.values
  const setMapping = (mapping: typeof run.mapping) => draft.type({ mapping })
  const action = useAction('mapImport', { done: () => t('mappingSaved') })
  return (
    <details className={css.mapping} open={run.missing.length > 0}>
      <summary>{t('columnsOfFile', { count: run.columns.length })}</summary>
      <Form
        title={t('columnsOfFile', { count: run.columns.length })}
        titled={false}
        submit={t('saveMapping')}
        wrong={action.wrong}
        busy={action.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (await action.run({ id: run.id, mapping })) draft.clear()
        }}
      >
        {run.fields.includes('gift') ? <p className={css.help}>{t('giftOrSku')}</p> : null}
        <div className={css.columns}>
          {run.columns.map((column, at) => (
            <FormSelect
              // Two columns may have the same words above them.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              label={column === '' ? String(at + 1) : column}
              value={mapping[at] ?? ''}
              onChange={({ target }) =>
                setMapping(
                  mapping.map((field, place) =>
                    place === at ? (target.value === '' ? null : target.value) : field,
                  ),
                )
              }
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
