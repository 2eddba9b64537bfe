// A page's worker, by the browser's debugger (Chromium's).

/** A worker of a page. */
export class Worker {
  constructor(session, id) {
    this.session = session;
    this.id = id;
    this.waiting = new Map();
    this.asked = 0;
    session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      if (sessionId !== id) return;
      const { id: nth, result, error } = JSON.parse(message);
      const { done, failed } = this.waiting.get(nth) ?? {};
      this.waiting.delete(nth);
      if (error) failed?.(new Error(error.message));
      else done?.(result);
    });
  }

  /** The worker whose address has `name` in it. */
  static async of(page, name) {
    const session = await page.context().newCDPSession(page);
    const found = new Promise((done) => {
      session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
        if (targetInfo.url.includes(name)) done(sessionId);
      });
    });
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    return new Worker(session, await found);
  }

  /** What the debugger answers to a method of its protocol. */
  ask(method, params = {}) {
    return new Promise((done, failed) => {
      const id = (this.asked += 1);
      this.waiting.set(id, { done, failed });
      const message = JSON.stringify({ id, method, params });
      this.session.send('Target.sendMessageToTarget', { sessionId: this.id, message }).catch(failed);
    });
  }

  /** Lets go of it. */
  close() {
    return this.session.detach();
  }

  /** Bytes of its WebAssembly memory; null where the browser does not say, as happens now and then. */
  async memory() {
    const soon = new Promise((done) => setTimeout(() => done(null), 5000));
    return Promise.race([this.sizes(), soon]);
  }

  async sizes() {
    const { result: kind } = await this.ask('Runtime.evaluate', { expression: 'WebAssembly.Memory.prototype' });
    const { objects } = await this.ask('Runtime.queryObjects', { prototypeObjectId: kind.objectId });
    const { result } = await this.ask('Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: 'function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }',
      returnByValue: true,
    });
    return result.value;
  }
}
