import type { Role } from '#domain/staff/permissions.ts'

/** The parts of Home. `metrics` are the numbers of the period, `charts` their development. */
export type HomePart =
  | 'metrics'
  | 'charts'
  | 'gifts'
  | 'tasks'
  | 'questions'
  | 'releases'
  | 'due'
  | 'stock'
  | 'activity'

type Layout = { main: readonly HomePart[]; side: readonly HomePart[] }

/** The order of each role: its own work first. What a person may not read is left out. */
export const HOME_OF: Record<Role, Layout> = {
  owner: {
    main: ['metrics', 'charts', 'gifts', 'releases', 'activity'],
    side: ['tasks', 'due', 'questions', 'stock'],
  },
  editor: {
    main: ['releases', 'metrics', 'charts', 'gifts'],
    side: ['due', 'tasks', 'activity'],
  },
  merchandiser: {
    main: ['metrics', 'charts', 'gifts', 'releases'],
    side: ['stock', 'due', 'tasks', 'activity'],
  },
  fulfilment: {
    main: ['tasks', 'metrics', 'charts', 'gifts'],
    side: ['due', 'stock', 'activity'],
  },
  service: {
    main: ['questions', 'tasks', 'metrics', 'charts'],
    side: ['due', 'releases', 'activity'],
  },
  reader: {
    main: ['metrics', 'charts', 'gifts', 'releases'],
    side: ['due', 'tasks', 'stock'],
  },
}

/** The same in one column, on a phone: first the parts that the role starts with, then its open tasks, then the rest. */
export function inOneColumn({ main: [first, ...others], side }: Layout): readonly HomePart[] {
  return [...(first === undefined ? [] : [first]), ...side, ...others]
}
