import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ShortcutKey } from '#backoffice/kit/display/ShortcutKey.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

import css from './ShortcutsDialog.module.css'

const KEYS: readonly [keys: string[], label: MessageKey][] = [
  [['Ctrl K'], 'keyFind'],
  [['/'], 'keySearch'],
  [['↑', '↓'], 'keyRow'],
  [['Space'], 'keySelect'],
  [['Enter'], 'keyOpen'],
  [['Ctrl Enter'], 'keySend'],
  [['Esc'], 'keyClose'],
  [['?'], 'keyKeys'],
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  return (
    <ModalDialog title={t('keys')} onClose={onClose}>
      <dl className={css.keys}>
        {KEYS.map(([keys, label]) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <ShortcutKey key={key}>{key}</ShortcutKey>
              ))}
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </ModalDialog>
  )
}
