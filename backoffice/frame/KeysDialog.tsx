import { DeskDialog } from '#backoffice/parts/DeskDialog.tsx'
import { Key } from '#backoffice/parts/Key.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'

import css from './KeysDialog.module.css'

const KEYS: readonly [keys: string[], word: WordKey][] = [
  [['Ctrl K'], 'keyFind'],
  [['/'], 'keySearch'],
  [['↑', '↓'], 'keyRow'],
  [['Space'], 'keySelect'],
  [['Enter'], 'keyOpen'],
  [['Esc'], 'keyClose'],
  [['?'], 'keyKeys'],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  return (
    <DeskDialog title={say('keys')} onClose={onClose}>
      <dl className={css.keys}>
        {KEYS.map(([keys, word]) => (
          <div key={word}>
            <dt>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{say(word)}</dd>
          </div>
        ))}
      </dl>
    </DeskDialog>
  )
}
