/* tree.c - an AVL tree of entries, ordered by key. The site of this program is in its recursive insertion. */
#include "catalogue.h"
#include <stdlib.h>

struct tree {
    tree_t *left, *right;
    entry_t *entry;
    signed char height;
};

static unsigned state;                   /* of the same name as util.c's, but another variable: insertions so far */

int tree_height(const tree_t *tree)
{
    return tree ? tree->height : 0;
}

static void update(tree_t *tree)
{
    int left = tree_height(tree->left), right = tree_height(tree->right);

    tree->height = (left > right ? left : right) + 1;
}

static tree_t *rotate(tree_t *tree, bool to_right)
{
    tree_t *up = to_right ? tree->left : tree->right;

    if (to_right) {
        tree->left = up->right;
        up->right = tree;
    } else {
        tree->right = up->left;
        up->left = tree;
    }
    update(tree);
    update(up);
    return up;
}

static tree_t *balance(tree_t *tree, unsigned *rotations)
{
    int slope = tree_height(tree->left) - tree_height(tree->right);

    update(tree);
    if (slope >= -1 && slope <= 1)
        return tree;
    if (slope > 1) {
        if (tree_height(tree->left->left) < tree_height(tree->left->right)) {
            tree->left = rotate(tree->left, false);
            ++*rotations;
        }
    } else if (tree_height(tree->right->right) < tree_height(tree->right->left)) {
        tree->right = rotate(tree->right, true);
        ++*rotations;
    }
    ++*rotations;
    return rotate(tree, slope > 1);
}

tree_t *tree_insert(tree_t *tree, entry_t *entry, unsigned *rotations)
{
    if (!tree) {
        tree = xmalloc(sizeof *tree);
        #pragma ckpt name(leaf)
        tree->left = tree->right = NULL;
        tree->entry = entry;
        tree->height = 1;
        state++;
        return tree;
    }
    if (entry->key < tree->entry->key)
        tree->left = tree_insert(tree->left, entry, rotations);
    else
        tree->right = tree_insert(tree->right, entry, rotations);
    return balance(tree, rotations);
}

entry_t *tree_find(const tree_t *tree, unsigned key)
{
    while (tree && tree->entry->key != key)
        tree = key < tree->entry->key ? tree->left : tree->right;
    return tree ? tree->entry : NULL;
}

bool tree_walk(tree_t *tree, tree_visitor *visit, int depth, void *context)
{
    return !tree || (tree_walk(tree->left, visit, depth + 1, context) && visit(tree->entry, depth, context) &&
                     tree_walk(tree->right, visit, depth + 1, context));
}

void tree_free(tree_t *tree)
{
    if (!tree)
        return;
    tree_free(tree->left);
    tree_free(tree->right);
    free(tree);
}
