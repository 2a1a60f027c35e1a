import { saveSetting, readSetting } from '#backoffice/staff-storage.ts'

type Uses = Readonly<Record<string, number>>

const storageKey = (staff: string) => `saved-replies.${staff}`

/** How often this person has used each saved reply in this browser. */
export function savedReplyUses(staff: string): Uses {
  try {
    return JSON.parse(readSetting(storageKey(staff)) ?? '{}') as Uses
  } catch {
    return {}
  }
}

export function countSavedReply(staff: string, id: string): void {
  const uses = savedReplyUses(staff)
  saveSetting(storageKey(staff), JSON.stringify({ ...uses, [id]: (uses[id] ?? 0) + 1 }))
}
