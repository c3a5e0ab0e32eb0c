interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Space on a canvas where nothing is written yet. */
export class LabelRoom {
  private readonly taken: Box[] = [];

  /** Takes a place whether free or not. */
  take(box: Box): void {
    this.taken.push(box);
  }

  /** Takes a place if it is free. */
  tryTake(box: Box): boolean {
    const free = this.taken.every(
      (other) =>
        box.right < other.left ||
        box.left > other.right ||
        box.bottom < other.top ||
        box.top > other.bottom,
    );
    if (free) this.taken.push(box);
    return free;
  }
}
