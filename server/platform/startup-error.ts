/** The shop cannot open, for a reason its owner can resolve: the message is one sentence that says how. */
export class StartupProblem extends Error {
  override name = 'StartupProblem'
}

/** A command was given in a way that it cannot be: exit 2, where what fails on the way is exit 1. */
export class WrongUse extends StartupProblem {
  override name = 'WrongUse'
}
