;;; dapMode.el --- A person at dap-mode, by its own commands  -*- lexical-binding: t; -*-

;; emacs.ts runs this in `emacs --batch' and writes Lisp forms, a line each, to its standard input; each value comes back as
;; a line of JSON. The functions below call dap-mode's commands and tell what it holds then: its session, and its buffers.

(package-initialize)
(require 'dap-mode)
(require 'dap-ui)

(defun tester-each (list write)
  "LIST as JSON's array, each element as the function WRITE gives it."
  (declare (indent 1))
  (vconcat (mapcar write list)))

(defun tester-await (condition)
  "Let messages of the adapter come in until CONDITION holds."
  (let ((latest (+ (float-time) 60)))
    (while (not (funcall condition))
      (when (> (float-time) latest) (error "Nothing happened for a minute"))
      (accept-process-output nil 0.05))))

(defun tester-settled ()
  "Whether dap-mode has had all answers, and stands at a stack frame or has no session."
  (let ((session (dap--cur-session)))
    (or (not (dap--session-running session))
        (and (dap--debug-session-active-frame session)
             (zerop (hash-table-count (dap--debug-session-response-handlers session)))))))

(defun tester-call (command &rest arguments)
  "Call COMMAND with ARGUMENTS, interactively where there are none, and wait for what it does."
  (if arguments (apply command arguments) (call-interactively command))
  (tester-await #'tester-settled))

(defun tester-call-at (file line command)
  "Call COMMAND with the cursor on LINE of FILE."
  (with-current-buffer (find-file-noselect file)
    (goto-char (point-min))
    (forward-line (1- line))
    (tester-call command)))

(defun tester-stop ()
  "Where dap-mode says that the debugger stands, and where it put the cursor."
  (let ((stack-frame (dap--debug-session-active-frame (dap--cur-session))))
    (with-current-buffer (window-buffer (selected-window))
      (list :function (gethash "name" stack-frame)
            :file (dap--get-path-for-frame stack-frame)
            :line (gethash "line" stack-frame)
            :shown (format "%s:%d" buffer-file-name (line-number-at-pos))))))

(defun tester-stack ()
  "The names and lines of the call stack that dap-mode holds."
  (let ((session (dap--cur-session)))
    (tester-each (gethash (dap--debug-session-thread-id session)
                          (dap--debug-session-thread-stack-frames session))
      (lambda (stack-frame)
        (format "%s:%d" (gethash "name" stack-frame) (gethash "line" stack-frame))))))

(defun tester-breakpoints (file)
  "What dap-mode knows of the breakpoints in FILE from the adapter."
  (tester-each (gethash file (dap--debug-session-breakpoints (dap--cur-session)))
    (lambda (breakpoint)
      (list :line (gethash "line" breakpoint)
            :verified (or (gethash "verified" breakpoint) :json-false)))))

(defun tester-eval (expression)
  "What `dap-eval' shows behind the line for EXPRESSION."
  (with-current-buffer (window-buffer (selected-window))
    (remove-overlays)
    (tester-call #'dap-eval expression)
    (string-trim (substring-no-properties
                  (overlay-get (car (overlays-in (point-min) (point-max))) 'after-string)))))

(defun tester-tree (buffer)
  "The lines of a tree of dap-mode."
  (with-current-buffer buffer
    (vconcat (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n" t))))

(defun tester-locals ()
  "The lines of `dap-ui-locals'; its timer waits for a person to be idle, which a batch never is."
  (dap-ui-locals)
  (dap-ui-locals--refresh)
  (tester-tree dap-ui--locals-buffer))

(defun tester-parts (&rest path)
  "Names and values of the nodes of `dap-ui-locals' under PATH, names from the scope on."
  (let ((nodes (buffer-local-value 'lsp-treemacs-tree (get-buffer dap-ui--locals-buffer))))
    (dolist (name path)
      (let ((node (seq-find (lambda (node) (equal name (plist-get node :key))) nodes)))
        (setq nodes (funcall (plist-get node :children) node))))
    (tester-each nodes
      (lambda (node) (vector (plist-get node :name) (plist-get node :value))))))

(defun tester-watch (expression)
  "The lines of the watch list when EXPRESSION is added."
  (dap-ui-expressions-add expression)
  (tester-tree dap-ui--expressions-buffer))

(defun tester-type (line)
  "Type LINE into `dap-ui-repl'; what it answers."
  (dap-ui-repl)
  (with-current-buffer dap-ui--repl-buffer
    (goto-char (point-max))
    (insert line)
    (comint-send-input)
    (let ((start (point)))
      (tester-await (lambda () (goto-char start) (search-forward dap-ui-repl-prompt nil t)))
      (tester-await #'tester-settled)
      (string-trim (buffer-substring-no-properties start (match-beginning 0))))))

(defun tester-output ()
  "What dap-mode printed of the adapter's output."
  (tester-tree (dap--debug-session-output-buffer (dap--cur-session))))

(defun tester-end ()
  "Leave no session and no breakpoint to the next test."
  (dap-breakpoint-delete-all)
  (when (dap--cur-session) (tester-call #'dap-delete-session (dap--cur-session))))

(while t
  (let ((form (read-from-minibuffer "")))
    (princ (format "\n%s\n"
                   (json-encode
                    (condition-case problem
                        (list :value (eval (read form) t))
                      (error (list :problem (error-message-string problem)))))))))
