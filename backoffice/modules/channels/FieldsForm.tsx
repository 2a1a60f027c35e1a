import type { ReactNode } from 'react'

import { valueText } from '#backoffice/i18n/field-texts.ts'
import { WithdrawApproval } from '#backoffice/modules/channels/UndoChange.tsx'
import type { FieldDraft } from '#backoffice/modules/channels/use-field-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Fields that are published at once. A conflict shows both values, and a change can be undone. */
export function FieldsForm({
  id,
  title,
  draft,
  children,
}: {
  id: string
  title: string
  draft: FieldDraft
  children: ReactNode
}) {
  const t = useTranslate()
  return (
    <div id={id}>
      <Form
        title={title}
        submit={t('channel.intoShop')}
        main={draft.changed}
        note={t('channel.intoShopNote')}
        wrong={draft.wrong}
        busy={draft.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={() => draft.save()}
      >
        {children}
        {draft.conflicts.map(({ field, mine, theirs, by }) => (
          <Notice key={field} kind="bad">
            <p>
              {t('channel.bothWrote', {
                name: by?.name ?? t('someone'),
                theirs: valueText(theirs) ?? t('channel.empty'),
                mine: valueText(mine) ?? t('channel.empty'),
              })}
            </p>
            <ActionButton little onClick={() => draft.choose(field, 'mine')}>
              {t('channel.useMine')}
            </ActionButton>{' '}
            <ActionButton little onClick={() => draft.choose(field, 'theirs')}>
              {t('channel.useTheirs')}
            </ActionButton>
          </Notice>
        ))}
      </Form>
      {draft.done ? (
        <WithdrawApproval
          release={draft.done.release}
          words={t('channel.saved', { count: draft.done.changed })}
        />
      ) : null}
    </div>
  )
}
